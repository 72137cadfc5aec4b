import { type Parsed, ViolationList } from '../../parsing/violations.js';
import type { Criteria } from '../criteria.js';
import { isWithin, measureTree } from './measure-tree.js';
import {
  type CriteriaLimits,
  DEFAULT_CRITERIA_LIMITS,
  MOST_WORD_ENTRIES,
  type ParsingContext,
  type Places,
  type TreeBudget,
} from './parsing-context.js';
import { readClassic } from './read-classic.js';
import { readNode } from './read-node.js';

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
