/** The filters of classic mode, all of them: every other key of a classic body is refused. */
export const CLASSIC_FILTERS = [
  'transactionType', 'propertyTypes', 'cityIds', 'districtIds', 'neighborhoodIds', 'price', 'area', 'rooms', 'bedrooms', 'hasParking', 'hasBalcony',
  'hasGarden', 'hasCellar',
] as const;
export type ClassicFilter = (typeof CLASSIC_FILTERS)[number];

export function isClassicFilter(key: string): key is ClassicFilter {
  return (CLASSIC_FILTERS as readonly string[]).includes(key);
}
