import type { Criteria } from '../criteria/criteria.js';
import type { CriteriaExample } from './examples/criteria-example.js';
import { DIVISION_EXAMPLES } from './examples/division-examples.js';
import { FLAG_EXAMPLES, TYPE_EXAMPLES } from './examples/flag-examples.js';
import { LIST_EXAMPLES } from './examples/list-examples.js';
import { MADE_RANGE_EXAMPLES } from './examples/made-range-examples.js';
import { BOX_EXAMPLES, CIRCLE_EXAMPLES, SHAPE_EXAMPLES } from './examples/place-examples.js';
import { RANGE_EXAMPLES } from './examples/range-examples.js';
import { SPELLING_EXAMPLES } from './examples/spelling-examples.js';
import { TREE_EXAMPLES } from './examples/tree-examples.js';
import { WORD_EXAMPLES } from './examples/word-examples.js';
import { parseCriteria } from '../criteria/parsing/parse-criteria.js';

export type { CriteriaExample } from './examples/criteria-example.js';

/**
 * What the product promises about criteria. The matcher, SQL and OpenSearch each run all of it; a bug report starts
 * as a new line here.
 */
export const CRITERIA_EXAMPLES: readonly CriteriaExample[] = [
  ...RANGE_EXAMPLES,
  ...MADE_RANGE_EXAMPLES,
  ...LIST_EXAMPLES,
  ...FLAG_EXAMPLES,
  ...TYPE_EXAMPLES,
  ...DIVISION_EXAMPLES,
  ...CIRCLE_EXAMPLES,
  ...BOX_EXAMPLES,
  ...SHAPE_EXAMPLES,
  ...WORD_EXAMPLES,
  ...TREE_EXAMPLES,
  ...SPELLING_EXAMPLES,
];

/** The canonical tree of an example. Throws where an example is not acceptable criteria: a bug in the example. */
export function exampleCriteria({ says, criteria, mode, places }: CriteriaExample): Criteria {
  const parsed = parseCriteria(criteria, { mode, places });
  if (!parsed.ok) throw new Error(`example "${says}" does not parse: ${JSON.stringify(parsed.violations)}`);
  return parsed.value;
}
