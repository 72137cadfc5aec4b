import { FIELD_GROUPS, FLAG_FIELD_TABLE, RANGE_FIELD_TABLE, type FieldGroup, type FieldPath } from '../fields.js';
import { LIST_FIELD_TABLE, type ListPath } from '../list-fields.js';
import { didYouMean } from '../../parsing/suggest.js';

const FLAG_PATHS: readonly FieldPath[] = Object.values(FLAG_FIELD_TABLE).flatMap(({ paths }) => paths);
const RANGE_AND_FLAG_PATHS: readonly FieldPath[] = [
  ...FLAG_PATHS,
  ...Object.values(RANGE_FIELD_TABLE).flatMap(({ paths }) => paths),
];
const LIST_PATHS: readonly ListPath[] = Object.values(LIST_FIELD_TABLE).map(({ path }) => path);
const PATHS: readonly ListPath[] = [...RANGE_AND_FLAG_PATHS, ...LIST_PATHS];

/** The two spellings of a node's children. */
export const CHILDREN_KEYS = ['children', 'branches'] as const;

/** Keys of `location`, both spellings of divisions. */
export const LOCATION_KEYS: ReadonlySet<string> = new Set<string>([
  'included',
  'excluded',
  'includedDivisionIds',
  'excludedDivisionIds',
  'centerPoint',
  'radiusMeters',
  'boundingBox',
  'includedGeoShapeIds',
  'excludedGeoShapeIds',
  ...LIST_PATHS.flatMap(([head, key]) => (head === 'location' && key !== undefined ? [key] : [])),
]);

/** Keys of a range, both spellings of its bounds. */
export const RANGE_KEYS: ReadonlySet<string> = new Set(['min', 'max', 'gte', 'lte', 'allowNull']);

/** Keys of a node in advanced mode. */
export const NODE_KEYS: ReadonlySet<string> = new Set<string>([
  'transactionType',
  'propertyType',
  ...PATHS.filter((path) => path.length === 1).map(([key]) => key),
  'location',
  'text',
  ...FIELD_GROUPS,
  'operator',
  ...CHILDREN_KEYS,
]);

/** Keys of each group of fields; a group that is itself a range (`rooms`) has its bounds as well. */
export const GROUP_KEYS: { readonly [G in FieldGroup]: ReadonlySet<string> } = {
  rooms: groupKeys('rooms'),
  unit: groupKeys('unit'),
  amenities: groupKeys('amenities'),
  building: groupKeys('building'),
  areas: groupKeys('areas'),
  pricing: groupKeys('pricing'),
  priceCut: groupKeys('priceCut'),
  lastPriceCut: groupKeys('lastPriceCut'),
  energy: groupKeys('energy'),
  publisher: groupKeys('publisher'),
};

/** Filters of classic mode (docs/criteria.md has the list). */
const CLASSIC_FILTERS = [
  'transactionType',
  'propertyTypes',
  'cityIds',
  'districtIds',
  'neighborhoodIds',
  'price',
  'area',
  'rooms',
  'bedrooms',
  'hasParking',
  'hasBalcony',
  'hasGarden',
  'hasCellar',
  'boundingBox',
] as const;
/** The name of a classic filter. */
export type ClassicFilter = (typeof CLASSIC_FILTERS)[number];

/** The same, to look names up in. */
export const CLASSIC_KEYS: ReadonlySet<string> = new Set(CLASSIC_FILTERS);

/** What people write, and where in a node it stands. */
const BELONGS_IN_A_NODE: readonly [name: string, meant: string][] = [
  // Flags come first in PATHS and so win where a flag and a range share a name: `balcony` is more often the flag.
  ...[...PATHS].reverse().map((path): [string, string] => [path[path.length - 1] as string, path.join('.')]),
  ...[...LOCATION_KEYS].map((key): [string, string] => [key, `location.${key}`]),
  ...['cityId', 'districtId', 'neighborhoodId'].map((key): [string, string] => [
    key,
    `location.included: [{"${key}": …}]`,
  ]),
  ...spelt(['cityIds', 'districtIds', 'neighborhoodIds', 'divisionIds'], 'location.includedDivisionIds'),
  ...spelt(['city', 'cities'], 'location.included: [{"cityId": …}]'),
  ['included', 'propertyType.included or location.included'],
  ['excluded', 'propertyType.excluded or location.excluded'],
  ['propertyTypes', 'propertyType.included'],
  ...spelt(['bbox', 'bounds', 'box'], 'location.boundingBox'),
  ...spelt(['center', 'radius'], 'location.centerPoint with location.radiusMeters'),
  ...spelt(['pricePerSqm', 'price_per_sqm', 'pricePerM2'], 'pricePerSquareMeter'),
  ...['and', 'or'].map((key): [string, string] => [key, `children with operator "${key.toUpperCase()}"`]),
  ...FLAG_PATHS.map((path): [string, string] => [`has${path.at(-1)}`, path.join('.')]),
  ...spelt(['lift', 'hasLift'], 'amenities.elevator'),
  ...spelt(['pool', 'hasPool'], 'amenities.swimmingPool'),
  ...['all', 'any', 'none'].map((key): [string, string] => [key, `text.${key}`]),
  ...spelt(['words', 'keywords', 'searchText', 'title', 'description'], 'text'),
  ...boundsOf('price', 'price'),
  ...boundsOf('area', 'area'),
  ...boundsOf('rooms', 'rooms'),
  ...boundsOf('bedrooms', 'rooms.bedrooms'),
];

/** Names that belong elsewhere in a node, or to classic mode, with a hint for one who writes a node. In lower case. */
export const MEANT_IN_A_NODE: ReadonlyMap<string, string> = hints(BELONGS_IN_A_NODE);

const ONLY_ADVANCED = 'only searchMode "advanced" knows it';

/** Names of advanced mode with a hint for one who writes classic filters. Keys in lower case. */
export const MEANT_IN_CLASSIC: ReadonlyMap<string, string> = new Map([
  ...BELONGS_IN_A_NODE.map(([name, meant]): [string, string] => [
    name.toLowerCase(),
    meant.includes(' ') ? ONLY_ADVANCED : `${ONLY_ADVANCED}, as criteria.${meant}`,
  ]),
  ...[...NODE_KEYS].map((key): [string, string] => [key.toLowerCase(), `${ONLY_ADVANCED}, as criteria.${key}`]),
  ['criteria', ONLY_ADVANCED],
  ...hints([
    ['propertyType', 'propertyTypes'],
    ['location', 'cityIds, districtIds or neighborhoodIds'],
    ['includedDivisionIds', 'cityIds, districtIds or neighborhoodIds'],
    ...spelt(['cityId', 'city', 'cities'], 'cityIds'),
    ['districtId', 'districtIds'],
    ['neighborhoodId', 'neighborhoodIds'],
    ['parking', 'hasParking'],
    ['balcony', 'hasBalcony'],
    ['garden', 'hasGarden'],
    ['cellar', 'hasCellar'],
    ...spelt(['bbox', 'bounds', 'box'], 'boundingBox'),
    ...(['price', 'area', 'rooms', 'bedrooms'] as const).flatMap((range) => boundsOf(range, range)),
  ]),
]);

/** Names of classic ranges, for a bound put into the wrong object (`rooms.bedrooms`). */
export const MEANT_IN_CLASSIC_RANGE: ReadonlyMap<string, string> = hints([
  ['rooms', 'rooms at the root'],
  ['bedrooms', 'bedrooms at the root'],
]);

function groupKeys(group: FieldGroup): ReadonlySet<string> {
  const inside = PATHS.filter((path) => path.length === 2 && path[0] === group).map((path) => path[1] as string);
  return new Set([...inside, ...(PATHS.some((path) => path.length === 1 && path[0] === group) ? RANGE_KEYS : [])]);
}

/** Several spellings of one thing. */
function spelt(names: readonly string[], meant: string): [name: string, meant: string][] {
  return names.map((name) => [name, meant]);
}

/** Bounds that stand beside their range. */
function boundsOf(range: string, path: string): [name: string, meant: string][] {
  return ['min', 'max'].flatMap((bound) =>
    spelt(
      [`${bound}${range}`, `${range}${bound}`, `${bound}_${range}`, `${range}_${bound}`],
      `${path}: {"${bound}": …}`,
    ),
  );
}

function hints(entries: readonly [name: string, meant: string][]): ReadonlyMap<string, string> {
  return new Map(entries.map(([name, meant]) => [name.toLowerCase(), didYouMean(meant)]));
}
