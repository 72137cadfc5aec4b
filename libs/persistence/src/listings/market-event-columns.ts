import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  MARKET_EVENT_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@gable/domain';
import { fieldValue } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { Cell } from './copy-rows.js';
import { code } from './listing-columns.js';
import type { MarketEventRow } from './rows.js';

/** One entry per column of `market_event`: its name and how an event fills it. */
const COLUMNS: Record<string, (event: MarketEventRow) => Cell> = {
  listing_id: ({ listingId }) => listingId,
  revision_id: ({ revisionId }) => revisionId,
  property_id: ({ propertyId }) => propertyId,
  source_id: ({ sourceId }) => sourceId,
  event_type: ({ type }) => code(MARKET_EVENT_TYPES, type),
  event_at: ({ at }) => new Date(at),
  days_between_events: ({ daysBetween }) => daysBetween,
  transaction_type: ({ listing }) => code(TRANSACTION_TYPES, listing.transactionType),
  property_type: ({ listing }) => code(PROPERTY_TYPES, listing.propertyType),
  city_id: ({ listing }) => listing.location?.cityId,
  district_id: ({ listing }) => listing.location?.districtId,
  neighborhood_id: ({ listing }) => listing.location?.neighborhoodId,
  lat: ({ listing }) => listing.location?.lat,
  lng: ({ listing }) => listing.location?.lng,
  price: ({ listing }) => priceWithoutFees(listing),
  price_displayed: ({ listing }) => listing.price,
  price_per_sqm: ({ listing: { price, area } }) => (price === undefined || !area ? null : price / area),
  price_currency: ({ listing }) => listing.currency,
  area: ({ listing }) => fieldValue('areaIndoor', listing),
  area_displayed: ({ listing }) => listing.area,
  rooms: ({ listing }) => listing.rooms,
  bedrooms: ({ listing }) => listing.bedrooms,
  dpe_energy_rating: ({ listing }) => code(ENERGY_RATINGS, listing.energy?.dpe),
  dpe_ghg_rating: ({ listing }) => code(ENERGY_RATINGS, listing.energy?.ghg),
  publisher_type: ({ listing }) => code(PUBLISHER_TYPES, listing.publisher?.type),
  transaction_status: ({ listing }) => code(TRANSACTION_STATUSES, listing.transactionStatus),
  sale_type: ({ listing }) => code(SALE_TYPES, listing.saleType),
  mandate_type: ({ listing }) => code(MANDATE_TYPES, listing.mandateType),
  condition: ({ listing }) => code(CONDITIONS, listing.condition),
  location_accuracy: ({ listing }) => code(LOCATION_ACCURACIES, listing.location?.accuracy),
  heating_system: ({ listing }) => code(HEATING_SYSTEMS, listing.energy?.heatingSystem),
  energy_carrier: ({ listing }) => code(ENERGY_CARRIERS, listing.energy?.energyCarrier),
};

export const MARKET_EVENT_COLUMNS: readonly string[] = Object.keys(COLUMNS);

const READERS = Object.values(COLUMNS);

export function marketEventCells(event: MarketEventRow): Cell[] {
  return READERS.map((cell) => cell(event));
}

/** The displayed price less the agency's fees where the advert says that they are included and how much they are. */
function priceWithoutFees({ price, pricing }: Listing): number | undefined {
  if (price === undefined || pricing?.feesIncluded !== true || pricing.agencyFees === undefined) return price;
  return price - pricing.agencyFees;
}
