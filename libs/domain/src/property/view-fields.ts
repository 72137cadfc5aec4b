import { LISTING_ATTRIBUTES, type Attribute, type AttributeGroup } from '../listing/attributes.js';
import type { ListingView, MergedView, OfASearch, PropertyView } from './property-view.js';

/** A member of an answer: what it holds, and how it says that nothing is known. */
export interface ViewField {
  readonly holds: Attribute | AttributeGroup;
  readonly where: 'always' | 'null where not stated' | 'left out where not stated';
}

const { features, location, publisher, pricing, areas, building, energy, ...single } = LISTING_ATTRIBUTES;

const always = (holds: Attribute | AttributeGroup): ViewField => ({ holds, where: 'always' });
const orNull = (holds: Attribute): ViewField => ({ holds, where: 'null where not stated' });
const ifStated = (holds: Attribute | AttributeGroup): ViewField => ({ holds, where: 'left out where not stated' });
const text: Attribute = { type: 'text' };
const uuid: Attribute = { type: 'uuid' };
const moment = (says: string): Attribute => ({ type: 'moment', says });

const cut = ifStated({
  amount: { type: 'number', says: 'In the currency of the price; below 0 if the price rose.' },
  percent: { type: 'number', says: 'Of the earlier price; left out if that was 0.' },
});

const OF_ONE_ADVERT = {
  uuid: always(uuid),
  url: orNull(single.url),
  dataProvider: always({ ...text, says: 'Name of the source.' }),
  source: always({ id: uuid, domain: text, name: text }),
  externalId: always({ ...text, says: 'The id that the source gives it.' }),
  publisher: ifStated(publisher),
  createdAt: always(moment('When it was first ingested.')),
  updatedAt: always(moment('When it last changed.')),
  firstSeenAt: ifStated(moment('When the source saw its first state.')),
  lastChangedAt: ifStated(moment('When the source saw the newest state that differed from the one before.')),
  priceCut: cut,
  lastPriceCut: cut,
};

/**
 * Every member of the merged record, made of the attributes of listings. The API's description, the choice of `fields`
 * and the guide are made from these tables; a member that is missing here does not compile.
 */
export const MERGED_VIEW_FIELDS: { readonly [K in keyof Required<MergedView>]: ViewField } = {
  title: orNull(single.title),
  description: orNull(single.description),
  price: orNull(single.price),
  currency: orNull(single.currency),
  transactionType: orNull(single.transactionType),
  propertyType: orNull(single.propertyType),
  area: orNull(single.area),
  rooms: orNull(single.rooms),
  bedrooms: orNull(single.bedrooms),
  bathrooms: orNull(single.bathrooms),
  floor: orNull(single.floor),
  hasParking: orNull(features.parking),
  hasBalcony: orNull(features.balcony),
  hasGarden: orNull(features.garden),
  hasCellar: orNull(features.cellar),
  cityId: orNull(location.cityId),
  districtId: orNull(location.districtId),
  neighborhoodId: orNull(location.neighborhoodId),
  cityName: orNull(location.cityName),
  districtName: orNull(location.districtName),
  neighborhoodName: orNull(location.neighborhoodName),
  latitude: orNull(location.lat),
  longitude: orNull(location.lng),
  locationAccuracy: orNull(location.accuracy),
  pictures: always(single.pictures),
  postalCode: ifStated(location.postalCode),
  divisionIds: ifStated(location.divisionIds),
  transactionStatus: ifStated(single.transactionStatus),
  saleType: ifStated(single.saleType),
  mandateType: ifStated(single.mandateType),
  condition: ifStated(single.condition),
  pricing: ifStated(pricing),
  areas: ifStated(areas),
  features: ifStated(features),
  building: ifStated(building),
  energy: ifStated(energy),
  publishedAt: ifStated(single.publishedAt),
  pricePerSquareMeter: ifStated({ type: 'number', says: 'Displayed price divided by displayed area.' }),
};

/** Every member of a listing in an answer. */
export const LISTING_VIEW_FIELDS: { readonly [K in Exclude<keyof ListingView, keyof OfASearch>]-?: ViewField } = {
  ...OF_ONE_ADVERT,
  ...MERGED_VIEW_FIELDS,
};

/** Every member of a property in an answer that holds no listing. */
export const PROPERTY_VIEW_FIELDS: { readonly [K in Exclude<keyof PropertyView, 'listings'>]: ViewField } = {
  uuid: always(uuid),
  minPrice: orNull({ type: 'number' }),
  maxPrice: orNull({ type: 'number' }),
  createdAt: always(moment('When the property was first seen.')),
  updatedAt: always(moment('When one of its listings last changed.')),
};
