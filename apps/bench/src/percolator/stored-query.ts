import { EARTH_RADIUS_METERS, ringsOf } from '@gable/domain/geo';
import { PROPERTY_TYPES } from '@gable/domain';
import { readCondition, type ConditionTable, type Criteria, type Shape } from '@gable/domain/criteria';
import { state, UNKNOWN } from './listing-document.js';

export type Query = Record<string, unknown>;

/**
 * Criteria as a query for the percolator to store, exact. Filters only, so that nothing is scored; alternatives of a
 * field are one `terms`, because that is one clause; "or not stated" is a term beside the range. Geometry is a script
 * on doubles: the server's own geo queries round coordinates and distances.
 */
export function storedQuery({ conditions, operator, children }: Criteria): Query {
  const own = conditions.map((condition) => readCondition(translate, condition));
  const nested = children.map(storedQuery);
  return allOf(operator === 'OR' && nested.length > 0 ? [...own, anyOf(nested)] : [...own, ...nested]);
}

function allOf(queries: readonly Query[]): Query {
  if (queries.length === 1) return queries[0]!;
  return queries.length === 0 ? { match_all: {} } : { bool: { filter: queries } };
}

export function anyOf(queries: readonly Query[]): Query {
  return queries.length === 1 ? queries[0]! : { bool: { should: queries, minimum_should_match: 1 } };
}

const not = (query: Query): Query => ({ bool: { must_not: [query] } });
const terms = (field: string, values: readonly string[]): Query =>
  values.length === 1 ? { term: { [field]: values[0] } } : { terms: { [field]: values } };

const translate: ConditionTable<[], Query> = {
  range: ({ field, min, max, allowNull }) => {
    const range = { range: { [field]: { ...(min !== null && { gte: min }), ...(max !== null && { lte: max }) } } };
    return allowNull ? anyOf([range, terms('states', [state(field, UNKNOWN)])]) : range;
  },
  flag: ({ field, value, allowNull }) =>
    terms('states', [state(field, value), ...(allowNull ? [state(field, UNKNOWN)] : [])]),
  list: () => {
    throw new Error('The alerts that are measured hold no lists');
  },
  transactionType: ({ included }) => terms('transaction', included),
  propertyType: ({ included, excluded }) => terms('type', allowedTypes(included, excluded)),
  division: ({ included, excluded }) =>
    allOf([
      ...(included ? [terms('divisions', included.map(String))] : []),
      ...(excluded ? [not(terms('divisions', excluded.map(String)))] : []),
    ]),
  circle: ({ center, radiusMeters }) => script(CIRCLE, { lat: center.lat, lng: center.lng, radius: radiusMeters }),
  shape: ({ included, excluded }) =>
    allOf([
      ...(included ? [anyOf(included.map(inShape))] : []),
      ...(excluded ? [not(anyOf(excluded.map(inShape)))] : []),
    ]),
  box: () => {
    throw new Error('The percolator of this bench knows no boxes');
  },
  words: () => {
    throw new Error('The percolator of this bench knows no words');
  },
};

/** What is left of the nine types and "not stated", which only an exclusion allows. */
export function allowedTypes(
  included: readonly string[] | null,
  excluded: readonly string[] | null,
): readonly string[] {
  return (included ?? [...PROPERTY_TYPES, UNKNOWN]).filter((type) => !excluded?.includes(type));
}

function inShape({ geometry }: Shape): Query {
  return script(INSIDE, { rings: ringsOf(geometry).map((ring) => ring.flat()) });
}

/** The same source for all alerts, what differs as parameters: one compilation. */
function script(source: string, params: Query): Query {
  return { script: { script: { source, params } } };
}

const WITHOUT_POINT = `
  if (doc['lat'].size() == 0 || doc['lng'].size() == 0) return false;
  double lat = doc['lat'].value; double lng = doc['lng'].value;`;

/** Haversine, as `distanceMeters`. */
const CIRCLE = `${WITHOUT_POINT}
  double r = Math.PI / 180;
  double a = Math.sin((lat - params.lat) * r / 2); double b = Math.sin((lng - params.lng) * r / 2);
  double h = a * a + Math.cos(params.lat * r) * Math.cos(lat * r) * b * b;
  return 2 * ${EARTH_RADIUS_METERS} * Math.asin(Math.sqrt(Math.min(1, h))) <= params.radius;`;

/** Even-odd rule over all rings, as `pointInArea`. */
const INSIDE = `${WITHOUT_POINT}
  boolean inside = false;
  for (List ring : params.rings) {
    int n = ring.size(); double x1 = ring.get(n - 2); double y1 = ring.get(n - 1);
    for (int i = 0; i < n; i += 2) {
      double x2 = ring.get(i); double y2 = ring.get(i + 1);
      if (y1 > lat) {
        if (y2 <= lat && lng < (x1 - x2) * (lat - y2) / (y1 - y2) + x2) inside = !inside;
      } else if (y2 > lat && lng < (x2 - x1) * (lat - y1) / (y2 - y1) + x1) inside = !inside;
      x1 = x2; y1 = y2;
    }
  }
  return inside;`;
