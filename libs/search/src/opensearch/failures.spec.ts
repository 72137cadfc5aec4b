import * as errors from '@opensearch-project/opensearch/lib/errors.js';
import { BeyondEngine, SearchUnavailable } from '../property-search.js';
import { SlowAnswer } from './bounded.js';
import { asSearchError, explainFailure, failureOf, failureOfError } from './failures.js';

const response = (statusCode: number, error: unknown): errors.ResponseError =>
  new errors.ResponseError({
    statusCode,
    body: { error, status: statusCode },
    headers: {},
    warnings: null,
    meta: {},
  } as never);
const onShard = (type: string, causedBy?: string): unknown => ({
  type: 'search_phase_execution_exception',
  failed_shards: [{ reason: { type, ...(causedBy !== undefined && { caused_by: { type: causedBy } }) } }],
});

describe('errors of OpenSearch', () => {
  it.each([
    ['too_many_nested_clauses', 500, 'TOO_LARGE'],
    ['too_many_buckets_exception', 503, 'TOO_LARGE'],
    ['version_conflict_engine_exception', 409, 'STALE'],
    ['index_not_found_exception', 404, 'MISSING'],
    ['circuit_breaking_exception', 429, 'PASSING'],
    ['cluster_block_exception', 403, 'PASSING'],
    ['mapper_parsing_exception', 400, 'REFUSED'],
    ['strict_dynamic_mapping_exception', 400, 'REFUSED'],
    ['something_new', 500, 'PASSING'],
    [undefined, 401, 'PASSING'],
    [undefined, 413, 'REFUSED'],
  ] as const)('reads %s (%s) as %s', (type, status, failure) => {
    expect(failureOf(type, status)).toBe(failure);
  });

  it.each([
    [
      new errors.ResponseError({
        statusCode: 401,
        body: 'Unauthorized',
        headers: {},
        warnings: null,
        meta: {},
      } as never),
      'OpenSearch refuses the user or the password in its address (HTTP 401).',
    ],
    [
      new errors.ResponseError({ statusCode: 502, body: '<html>', headers: {}, warnings: null, meta: {} } as never),
      'OpenSearch answers HTTP 502.',
    ],
    [response(429, { type: 'cluster_block_exception' }), 'OpenSearch refuses: cluster_block_exception.'],
    [
      new errors.ConnectionError('self-signed certificate'),
      'The certificate of OpenSearch is not trusted (self-signed certificate): ' +
        'NODE_EXTRA_CA_CERTS names a file with the authority that signed it.',
    ],
    [
      new errors.ConnectionError('connect ECONNREFUSED ::1:9'),
      'OpenSearch cannot be reached (connect ECONNREFUSED ::1:9).',
    ],
    [new SlowAnswer(750), 'OpenSearch does not answer in time (no whole answer within 750 ms).'],
    [new TypeError('ours'), undefined],
  ])('are told to whoever runs it: %s', (error, sentence) => {
    expect(explainFailure(error)).toBe(sentence);
  });

  it('looks for what happened on the shard, not for the wrapping', () => {
    expect(failureOfError(response(500, onShard('too_many_nested_clauses')))).toBe('TOO_LARGE');
    expect(failureOfError(response(500, onShard('query_shard_exception', 'too_many_clauses')))).toBe('TOO_LARGE');
    expect(failureOfError(response(400, onShard('query_shard_exception')))).toBe('REFUSED');
    expect(failureOfError(response(503, 'no master'))).toBe('PASSING');
  });

  it('lets another engine answer what this one refuses, and calls the rest unavailable', () => {
    expect(asSearchError(response(400, onShard('query_shard_exception')))).toBeInstanceOf(BeyondEngine);
    expect(asSearchError(response(404, { type: 'index_not_found_exception' }))).toBeInstanceOf(SearchUnavailable);
    for (const lost of [
      new errors.ConnectionError('connect ECONNREFUSED'),
      new errors.NoLivingConnectionsError('none', {} as never),
    ]) {
      expect(asSearchError(lost)).toMatchObject({ name: 'SearchUnavailable', cause: lost });
    }
    for (const late of [new SlowAnswer(600), new errors.TimeoutError('Request timed out', {} as never)])
      expect(asSearchError(late)).toMatchObject({ name: 'SlowSearch', cause: late });
  });

  it('leaves a fault of our own as it is', () => {
    const fault = new TypeError('x is undefined');
    expect(asSearchError(fault)).toBe(fault);
  });
});
