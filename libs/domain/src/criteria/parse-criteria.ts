import type { Criteria } from './criteria.js';
import { DEFAULT_CRITERIA_LIMITS, type CriteriaLimits } from './limits.js';
import { isWithin, measureTree } from './parsing/measure-tree.js';
import type { ParsingContext, Places } from './parsing/parsing-context.js';
import { Problems } from './parsing/problems.js';
import { readClassic } from './parsing/read-classic.js';
import { readNode } from './parsing/read-node.js';
import type { Parsed } from './violation.js';

export interface ParseCriteriaOptions {
  /** `advanced`: a tree in the form of the search or of the alert, also mixed. `classic`: flat filters. Default: advanced. */
  readonly mode?: 'advanced' | 'classic';
  /** What the paths of violations begin with. Default: `criteria` in advanced mode, nothing in classic mode. */
  readonly path?: string;
  /** Default: DEFAULT_CRITERIA_LIMITS. */
  readonly limits?: CriteriaLimits;
  /** Default: every division is known, no shape is. */
  readonly places?: Places;
}

/**
 * Turns what a caller sent, any value at all, into the canonical tree, frozen, or into what is wrong with it (docs/criteria.md). Never
 * throws; cost is bounded by the limits. `undefined` and `null` are refused: whether criteria are required is the caller's rule.
 */
export function parseCriteria(input: unknown, options: ParseCriteriaOptions = {}): Parsed<Criteria> {
  const { mode = 'advanced', limits = DEFAULT_CRITERIA_LIMITS, places = NO_PLACES } = options;
  const { path = mode === 'classic' ? '' : 'criteria' } = options;
  const problems = new Problems(limits.maxViolations);
  const context: ParsingContext = { limits, places, problems };
  const value = mode === 'classic' ? readClassic(input, path, context) : readTree(input, path, context);
  if (value === undefined || !problems.none) return Object.freeze({ ok: false, violations: problems.violations });
  return Object.freeze({ ok: true, value });
}

const NO_PLACES: Places = { knowsDivision: () => true, shape: () => undefined };

function readTree(input: unknown, path: string, context: ParsingContext): Criteria | undefined {
  if (!measureTree(input, path, context.limits, context.problems)) return undefined;
  const criteria = readNode(input, path, context);
  // Entries with several ids become nodes of their own. Kept within the same limits, a tree that was accepted can be sent back as answered.
  if (context.problems.none && !isWithin(criteria, context.limits)) {
    const { maxDepth, maxNodes } = context.limits;
    context.problems.add(
      path,
      `has more than ${maxDepth} levels or ${maxNodes} nodes; a location entry with several ids counts as nodes of its own`,
    );
  }
  return criteria;
}
