import { at, isJsonObject, member, readBoolean, refuseUnknownKeys, show } from '../../parsing/json.js';
import { type Parsed, ViolationList } from '../../parsing/violations.js';
import { ANY_LISTING, criteriaNode } from '../criteria-node.js';
import type { Condition, Criteria, FlagField, RangeField } from '../criteria.js';
import { CLASSIC_KEYS, MEANT_IN_CLASSIC, MEANT_IN_CLASSIC_RANGE } from './known-names.js';
import { isWithin, measureTree } from './measure-tree.js';
import {
  type CriteriaLimits,
  DEFAULT_CRITERIA_LIMITS,
  MOST_WORD_ENTRIES,
  type ParsingContext,
  type Places,
  type TreeBudget,
} from './parsing-context.js';
import { readBox } from './read-box.js';
import { divisionCriteria, readDivisionIds } from './read-divisions.js';
import { readRange } from './read-fields.js';
import { readNode } from './read-node.js';
import { readPropertyTypeList, readTransactionTypes } from './read-types.js';

/** How criteria are read, and by which limits. */
export interface ParseCriteriaOptions {
  /**
   * `advanced`: a tree in the form of the search or of the alert, also mixed. `classic`: flat filters. Default:
   * advanced.
   */
  readonly mode?: 'advanced' | 'classic';
  /** What the paths of violations begin with. Default: `criteria` in advanced mode, nothing in classic mode. */
  readonly path?: string;
  /** Default: DEFAULT_CRITERIA_LIMITS. */
  readonly limits?: CriteriaLimits;
  /** Default: every division is known, no shape is, and of sources every id. */
  readonly places?: Places;
}

/**
 * Turns what a caller sent into the canonical tree, frozen, or into what is wrong with it (docs/criteria.md). Throws
 * for no JSON value; cost is bounded by the limits. `undefined`, `null` and objects of a class (Map, Date) are refused:
 * whether criteria are required is the caller's rule.
 */
export function parseCriteria(input: unknown, options: ParseCriteriaOptions = {}): Parsed<Criteria> {
  const { mode = 'advanced', limits = DEFAULT_CRITERIA_LIMITS, places = {} } = options;
  const { path = mode === 'classic' ? '' : 'criteria' } = options;
  const violations = new ViolationList(limits.maxViolations);
  const budget: TreeBudget = {
    positions: limits.maxPositions,
    unloaded: undefined,
    wordEntries: MOST_WORD_ENTRIES,
  };
  const context: ParsingContext = { limits, places, violations, budget };
  const value = mode === 'classic' ? readClassic(input, path, context) : readTree(input, path, context);
  if (budget.unloaded !== undefined && violations.isEmpty)
    violations.add(budget.unloaded, 'names a shape whose geometry was not loaded');
  if (value === undefined || !violations.isEmpty) return Object.freeze({ ok: false, violations: violations.list });
  return Object.freeze({ ok: true, value });
}

function readTree(input: unknown, path: string, context: ParsingContext): Criteria | undefined {
  if (!measureTree(input, path, context.limits, context.violations)) return undefined;
  const criteria = readNode(input, path, context);
  // Entries with several ids and a second range of one field become nodes of their own. Kept within the same limits, a
  // tree that was accepted can be sent back as answered.
  if (context.violations.isEmpty && !isWithin(criteria, context.limits)) {
    const { maxDepth, maxNodes } = context.limits;
    context.violations.add(
      path,
      `has more than ${maxDepth} levels or ${maxNodes} nodes; a location entry with several ids and a second range ` +
        'of one field count as nodes of their own',
    );
  }
  return criteria;
}

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
  const { violations } = context;
  if (!isJsonObject(given)) {
    violations.add(path, `expects an object of filters, got ${show(given)}`);
    return ANY_LISTING;
  }
  refuseUnknownKeys(given, CLASSIC_KEYS, path, violations, MEANT_IN_CLASSIC);
  const included = readPropertyTypeList(member(given, 'propertyTypes'), at(path, 'propertyTypes'), context);
  const conditions: (Condition | undefined)[] = [
    readTransactionTypes(member(given, 'transactionType'), at(path, 'transactionType'), context),
    included === null ? undefined : { kind: 'propertyType', included, excluded: null },
    ...RANGES.map((field) =>
      readRange(field, member(given, field), at(path, field), violations, MEANT_IN_CLASSIC_RANGE),
    ),
    ...FLAGS.map(([key, field]): Condition | undefined => {
      const value = readBoolean(member(given, key), at(path, key), violations);
      return value === undefined ? undefined : { kind: 'flag', field, value, allowNull: false };
    }),
    ...DIVISIONS.map(
      (key) => divisionCriteria(readDivisionIds(member(given, key), at(path, key), context), undefined).condition,
    ),
    readBox(member(given, 'boundingBox'), at(path, 'boundingBox'), violations),
  ];
  return criteriaNode(conditions.filter((condition) => condition !== undefined));
}
