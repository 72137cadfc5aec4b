import { at, isJsonObject, member, readBoolean, refuseUnknownKeys, show } from '../../parsing/json.js';
import { ANY_LISTING, criteriaNode } from '../criteria-node.js';
import type { Condition, Criteria, FlagField, RangeField } from '../criteria.js';
import { CLASSIC_KEYS, type ClassicFilter, MEANT_IN_CLASSIC, MEANT_IN_CLASSIC_RANGE } from './known-names.js';
import type { ParsingContext } from './parsing-context.js';
import { readBox } from './read-box.js';
import { divisionCriteria, readDivisionIds } from './read-divisions.js';
import { readRange } from './read-fields.js';
import { readPropertyTypeList, readTransactionTypes } from './read-types.js';

type ReadFilter = (given: unknown, path: string, context: ParsingContext) => Condition | undefined;

const rangeOf =
  (field: RangeField): ReadFilter =>
  (given, path, { violations }) =>
    readRange(field, given, path, violations, MEANT_IN_CLASSIC_RANGE);

const flagOf =
  (field: FlagField): ReadFilter =>
  (given, path, { violations }) => {
    const value = readBoolean(given, path, violations);
    return value === undefined ? undefined : { kind: 'flag', field, value, allowNull: false };
  };

const divisions: ReadFilter = (given, path, context) =>
  divisionCriteria(readDivisionIds(given, path, context), undefined).condition;

/** A reader for each filter: a name that is known and not read would be a filter that lets everything through. */
const READERS: { readonly [F in ClassicFilter]: ReadFilter } = {
  propertyTypes: (given, path, context) => {
    const included = readPropertyTypeList(given, path, context);
    return included === null ? undefined : { kind: 'propertyType', included, excluded: null };
  },
  transactionType: readTransactionTypes,
  price: rangeOf('price'),
  area: rangeOf('area'),
  rooms: rangeOf('rooms'),
  bedrooms: rangeOf('bedrooms'),
  hasParking: flagOf('parking'),
  hasBalcony: flagOf('balcony'),
  hasGarden: flagOf('garden'),
  hasCellar: flagOf('cellar'),
  cityIds: divisions,
  districtIds: divisions,
  neighborhoodIds: divisions,
  boundingBox: (given, path, { violations }) => readBox(given, path, violations),
};

/** Reads the flat filters of classic mode; all of them must hold. */
export function readClassic(given: unknown, path: string, context: ParsingContext): Criteria {
  const { violations } = context;
  if (!isJsonObject(given)) {
    violations.add(path, `expects an object of filters, got ${show(given)}`);
    return ANY_LISTING;
  }
  refuseUnknownKeys(given, CLASSIC_KEYS, path, violations, MEANT_IN_CLASSIC);
  const conditions = Object.entries(READERS).map(([key, read]) => read(member(given, key), at(path, key), context));
  return criteriaNode(conditions.filter((condition) => condition !== undefined));
}
