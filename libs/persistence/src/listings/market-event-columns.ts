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
import { copiedTable, type CellsOf } from './copied-table.js';
import { code } from './listing-columns.js';
import { MarketEventEntity } from './market-event.entity.js';
import type { MarketEventRow } from './rows.js';

type Columns = Omit<MarketEventEntity, 'id' | 'listing' | 'eventDay' | 'eventMonth'>;

/** What a market event says, one entry per column. */
export const MARKET_EVENT_CELLS: CellsOf<Columns, MarketEventRow> = {
  listingId: ({ listingId }) => listingId,
  revisionId: ({ revisionId }) => revisionId,
  propertyId: ({ propertyId }) => propertyId,
  sourceId: ({ sourceId }) => sourceId,
  eventType: ({ type }) => code(MARKET_EVENT_TYPES, type),
  eventAt: ({ at }) => new Date(at),
  daysBetweenEvents: ({ daysBetween }) => daysBetween,
  daysSinceFirstSeen: ({ daysSinceFirstSeen }) => daysSinceFirstSeen,
  transactionType: ({ listing }) => code(TRANSACTION_TYPES, listing.transactionType),
  propertyType: ({ listing }) => code(PROPERTY_TYPES, listing.propertyType),
  cityId: ({ listing }) => listing.location?.cityId,
  districtId: ({ listing }) => listing.location?.districtId,
  neighborhoodId: ({ listing }) => listing.location?.neighborhoodId,
  lat: ({ listing }) => listing.location?.lat,
  lng: ({ listing }) => listing.location?.lng,
  price: ({ listing }) => priceWithoutFees(listing),
  priceDisplayed: ({ listing }) => listing.price,
  pricePerSqm: ({ listing: { price, area } }) => (price === undefined || !area ? null : price / area),
  priceCurrency: ({ listing }) => listing.currency,
  area: ({ listing }) => fieldValue('areaIndoor', listing),
  areaDisplayed: ({ listing }) => listing.area,
  rooms: ({ listing }) => listing.rooms,
  bedrooms: ({ listing }) => listing.bedrooms,
  dpeEnergyRating: ({ listing }) => code(ENERGY_RATINGS, listing.energy?.dpe),
  dpeGhgRating: ({ listing }) => code(ENERGY_RATINGS, listing.energy?.ghg),
  publisherType: ({ listing }) => code(PUBLISHER_TYPES, listing.publisher?.type),
  transactionStatus: ({ listing }) => code(TRANSACTION_STATUSES, listing.transactionStatus),
  saleType: ({ listing }) => code(SALE_TYPES, listing.saleType),
  mandateType: ({ listing }) => code(MANDATE_TYPES, listing.mandateType),
  condition: ({ listing }) => code(CONDITIONS, listing.condition),
  locationAccuracy: ({ listing }) => code(LOCATION_ACCURACIES, listing.location?.accuracy),
  heatingSystem: ({ listing }) => code(HEATING_SYSTEMS, listing.energy?.heatingSystem),
  energyCarrier: ({ listing }) => code(ENERGY_CARRIERS, listing.energy?.energyCarrier),
};

/** The table of market events. */
export const MARKET_EVENT = copiedTable<Columns, MarketEventRow>(MarketEventEntity, 'market_event', MARKET_EVENT_CELLS);

/** The displayed price less the agency's fees where the listing says that they are included and how much they are. */
function priceWithoutFees({ price, pricing }: Listing): number | undefined {
  if (price === undefined || pricing?.feesIncluded !== true || pricing.agencyFees === undefined) return price;
  return price - pricing.agencyFees;
}
