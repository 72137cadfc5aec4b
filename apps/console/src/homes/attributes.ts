import type { attributeTexts } from './attribute-texts.js';

export type AttributeName = keyof (typeof attributeTexts)['en'];
export type AttributeKind =
  'money' | 'area' | 'number' | 'year' | 'flag' | 'word' | 'date' | 'text' | 'pictures' | 'place';

/** How each attribute is written, in the order in which people read a listing. */
export const ATTRIBUTES: Readonly<Record<AttributeName, AttributeKind>> = {
  price: 'money',
  currency: 'text',
  transactionType: 'word',
  propertyType: 'word',
  area: 'area',
  rooms: 'number',
  bedrooms: 'number',
  bathrooms: 'number',
  floor: 'number',
  title: 'text',
  description: 'text',
  pictures: 'pictures',
  url: 'text',
  cityName: 'text',
  districtName: 'text',
  neighborhoodName: 'text',
  postalCode: 'text',
  locationAccuracy: 'word',
  location: 'place',
  condition: 'word',
  transactionStatus: 'word',
  saleType: 'word',
  mandateType: 'word',
  publishedAt: 'date',
  'pricing.charges': 'money',
  'pricing.agencyFees': 'money',
  'pricing.securityDeposit': 'money',
  'pricing.chargesIncluded': 'flag',
  'pricing.feesIncluded': 'flag',
  'areas.indoor': 'area',
  'areas.outdoor': 'area',
  'areas.land': 'area',
  'areas.balcony': 'area',
  'areas.terrace': 'area',
  'areas.garden': 'area',
  'features.furnished': 'flag',
  'features.disabledAccess': 'flag',
  'features.equippedKitchen': 'flag',
  'features.balcony': 'flag',
  'features.terrace': 'flag',
  'features.garden': 'flag',
  'features.cellar': 'flag',
  'features.lastFloor': 'flag',
  'features.elevator': 'flag',
  'features.intercom': 'flag',
  'features.gym': 'flag',
  'features.swimmingPool': 'flag',
  'features.parking': 'flag',
  'building.constructionYear': 'year',
  'building.renovationYear': 'year',
  'building.lots': 'number',
  'energy.dpe': 'text',
  'energy.ghg': 'text',
  'energy.heatingSystem': 'word',
  'energy.energyCarrier': 'word',
  'publisher.name': 'text',
  'publisher.type': 'word',
};

/** What a listing, or the merged record, states under the name of an attribute; null where it states nothing. */
export function readAttribute(record: object, name: AttributeName): unknown {
  const value = name
    .split('.')
    .reduce<unknown>((part, member) => (part as Record<string, unknown> | null | undefined)?.[member], record);
  return value ?? null;
}
