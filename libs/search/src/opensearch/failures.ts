import * as errors from '@opensearch-project/opensearch/lib/errors.js';
import { BeyondEngine, SearchUnavailable, SlowSearch } from '../property-search.js';
import { SlowAnswer } from './bounded.js';

/**
 * What an error of OpenSearch means. `PASSING`: the same request may succeed later. `STALE`: a newer version of the
 * document is there. `MISSING`: the index, alias or document is not there. `TOO_LARGE`: the query exceeds a limit of
 * the server. `REFUSED`: the request itself is wrong, a fault of ours or of the document.
 */
export type OpenSearchFailure = 'PASSING' | 'STALE' | 'MISSING' | 'TOO_LARGE' | 'REFUSED';

/** By `error.type`, because the status misleads: a caller's mistake may come as 500 and a limit as 503. */
const FAILURE_BY_TYPE: Readonly<Record<string, OpenSearchFailure>> = {
  version_conflict_engine_exception: 'STALE',
  index_not_found_exception: 'MISSING',
  index_closed_exception: 'MISSING',
  resource_not_found_exception: 'MISSING',
  too_many_clauses: 'TOO_LARGE',
  too_many_nested_clauses: 'TOO_LARGE',
  too_many_buckets_exception: 'TOO_LARGE',
  rejected_execution_exception: 'PASSING',
  open_search_rejected_execution_exception: 'PASSING',
  circuit_breaking_exception: 'PASSING',
  cluster_block_exception: 'PASSING',
  cluster_manager_not_discovered_exception: 'PASSING',
  unavailable_shards_exception: 'PASSING',
  no_shard_available_action_exception: 'PASSING',
  process_cluster_event_timeout_exception: 'PASSING',
  node_disconnected_exception: 'PASSING',
  node_not_connected_exception: 'PASSING',
  task_cancelled_exception: 'PASSING',
  timeout_exception: 'PASSING',
};

/**
 * Reads one error: of a whole answer, of a shard or of an item of `_bulk`. `status` decides only where the type is not
 * known.
 */
export function failureOf(type: string | undefined, status: number | undefined): OpenSearchFailure {
  const known = type === undefined ? undefined : FAILURE_BY_TYPE[type];
  if (known !== undefined) return known;
  if (status === 404) return 'MISSING';
  if (status === 409) return 'STALE';
  return status !== undefined &&
    status >= 400 &&
    status < 500 &&
    status !== 401 &&
    status !== 403 &&
    status !== 408 &&
    status !== 429
    ? 'REFUSED'
    : 'PASSING';
}

/** The same for what the client throws; undefined for what is not of OpenSearch at all. */
export function failureOfError(error: unknown): OpenSearchFailure | undefined {
  if (error instanceof errors.ResponseError) return failureOf(rootType(error), error.statusCode);
  if (error instanceof errors.DeserializationError) return 'PASSING'; // cut short, or not OpenSearch that answered
  return error instanceof errors.OpenSearchClientError ? 'PASSING' : undefined;
}

/** What happened, in a sentence for whoever runs the engine; undefined for what is not of OpenSearch at all. */
export function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof errors.OpenSearchClientError)) return undefined;
  const { message } = error;
  if (error instanceof errors.ResponseError) {
    const { statusCode: status, body } = error as { statusCode?: number; body: unknown };
    if (status === 401) return 'OpenSearch refuses the user or the password in its address (HTTP 401).';
    if (typeof (body as { error?: unknown } | null)?.error === 'object')
      return `OpenSearch refuses: ${message.replace(/[;.\s]*$/, '')}.`;
    return `OpenSearch answers HTTP ${status}.`;
  }
  if (error instanceof errors.TimeoutError || error instanceof SlowAnswer)
    return `OpenSearch does not answer in time (${message}).`;
  if (!(error instanceof errors.ConnectionError)) return message;
  if (/certificate|altname/i.test(message))
    return (
      `The certificate of OpenSearch is not trusted (${message}): ` +
      'NODE_EXTRA_CA_CERTS names a file with the authority that signed it.'
    );
  return `OpenSearch cannot be reached (${message.trim()}).`;
}

/**
 * What a search throws instead: `SearchUnavailable` where another moment may do (`SlowSearch` where the time ran out),
 * `BeyondEngine` where only another engine does. What is not of OpenSearch at all is a fault of ours and stays so.
 */
export function asSearchError(error: unknown): unknown {
  const failure = failureOfError(error);
  if (failure === undefined) return error;
  if (failure === 'REFUSED' || failure === 'TOO_LARGE')
    return new BeyondEngine(`OpenSearch refused the query: ${(error as Error).message}`, { cause: error });
  if (isLate(error)) return new SlowSearch({ cause: error });
  return new SearchUnavailable('The search engine cannot answer; try again.', 1, { cause: error });
}

/** Whether time ran out, of ours or of the server's; an engine that hangs looks the same. */
function isLate(error: unknown): boolean {
  return error instanceof errors.ResponseError
    ? rootType(error) === 'timeout_exception'
    : error instanceof errors.TimeoutError || error instanceof SlowAnswer;
}

/** The innermost type: `search_phase_execution_exception` only wraps what happened on a shard. */
function rootType(error: errors.ResponseError): string | undefined {
  const body = error.body as {
    error?: {
      type?: string;
      root_cause?: { type?: string }[];
      failed_shards?: { reason?: { type?: string; caused_by?: { type?: string } } }[];
      caused_by?: { type?: string };
    };
  } | null;
  const inner = body?.error;
  if (typeof inner !== 'object') return undefined;
  const shard = inner.failed_shards?.[0]?.reason;
  const candidates = [
    shard?.caused_by?.type,
    shard?.type,
    inner.root_cause?.[0]?.type,
    inner.caused_by?.type,
    inner.type,
  ];
  return candidates.find((type) => type !== undefined && Object.hasOwn(FAILURE_BY_TYPE, type)) ?? inner.type;
}
