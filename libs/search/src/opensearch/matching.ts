import type { Criteria } from '@gable/domain/criteria';
import { BeyondEngine } from '../property-search.js';
import { compileToOpenSearch } from './compile-to-opensearch.js';
import { MAX_CLAUSES, MAX_DEPTH } from './limits.js';
import { OF_THIS_VERSION } from './mapping.js';
import type { Query } from './query-parts.js';

/** A filter alone: nothing is scored. @throws BeyondEngine where it is more than OpenSearch is asked for */
export function matching(criteria: Criteria, more: readonly Query[] = []): Query {
  const { query, clauses, depth } = compileToOpenSearch(criteria);
  if (clauses > MAX_CLAUSES)
    throw new BeyondEngine(`${clauses} clauses are more than OpenSearch is asked for (${MAX_CLAUSES})`);
  if (depth > MAX_DEPTH)
    throw new BeyondEngine(`${depth} levels are deeper than OpenSearch is asked for (${MAX_DEPTH})`);
  return { bool: { filter: [query, ...more, OF_THIS_VERSION] } };
}
