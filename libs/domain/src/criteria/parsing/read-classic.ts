import type { Condition, Criteria, FlagField, RangeField } from '../criteria.js';
import { ANY_LISTING, criteriaNode } from '../criteria-node.js';
import { at, isJsonObject, member, readBoolean, refuseUnknownKeys } from './json.js';
import { CLASSIC_KEYS, MEANT_IN_CLASSIC, MEANT_IN_CLASSIC_RANGE } from './known-names.js';
import type { ParsingContext } from './parsing-context.js';
import { divisionCriteria, readDivisionIds } from './read-divisions.js';
import { readRange } from './read-range.js';
import { readPropertyTypeList, readTransactionTypes } from './read-types.js';
import { show } from './show.js';

const RANGES: readonly RangeField[] = ['price', 'area', 'rooms', 'bedrooms'];
const FLAGS: readonly (readonly [key: string, field: FlagField])[] = [
  ['hasParking', 'parking'],
  ['hasBalcony', 'balcony'],
  ['hasGarden', 'garden'],
  ['hasCellar', 'cellar'],
];
const DIVISIONS = ['cityIds', 'districtIds', 'neighborhoodIds'] as const;

/** Reads the flat filters of classic mode; all of them must hold. */
export function readClassic(given: unknown, path: string, context: ParsingContext): Criteria {
  const { problems } = context;
  if (!isJsonObject(given)) {
    problems.add(path, `expects an object of filters, got ${show(given)}`);
    return ANY_LISTING;
  }
  refuseUnknownKeys(given, CLASSIC_KEYS, path, problems, MEANT_IN_CLASSIC);
  const included = readPropertyTypeList(member(given, 'propertyTypes'), at(path, 'propertyTypes'), context);
  const conditions: (Condition | undefined)[] = [
    readTransactionTypes(member(given, 'transactionType'), at(path, 'transactionType'), context),
    included === null ? undefined : { kind: 'propertyType', included, excluded: null },
    ...RANGES.map((field) => readRange(field, member(given, field), at(path, field), problems, MEANT_IN_CLASSIC_RANGE)),
    ...FLAGS.map(([key, field]): Condition | undefined => {
      const value = readBoolean(member(given, key), at(path, key), problems);
      return value === undefined ? undefined : { kind: 'flag', field, value, allowNull: false };
    }),
    ...DIVISIONS.map(
      (key) => divisionCriteria(readDivisionIds(member(given, key), at(path, key), context), undefined).condition,
    ),
  ];
  return criteriaNode(conditions.filter((condition) => condition !== undefined));
}
