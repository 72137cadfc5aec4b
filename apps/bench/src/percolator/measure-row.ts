import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { rounded } from '../harness/times.js';
import { quantile } from '../harness/times.js';
import type { OpenSearch } from '../harness/open-search.js';
import type { Row } from './row.js';

const BULK = 2_000;
/** Requests before anything counts: the server compiles its hot code meanwhile. */
const WARM_UP = 1_500;

/** Processor time per listing; p50 and p99 are milliseconds a request takes. */
export type RowFigures = Readonly<Record<'documents' | 'storeSeconds' | 'cpuMilliseconds' | 'p50' | 'p99', number>>;

/**
 * Stores all alerts in one shard of one segment, the kindest shape for them, then asks for one listing at a time.
 * `check` is given every answer.
 */
export async function measureRow(
  server: OpenSearch,
  row: Row,
  alerts: number,
  alert: (id: number) => Criteria,
  listings: readonly Listing[],
  check: (listing: number, ids: readonly number[]) => void,
): Promise<RowFigures> {
  const index = row.name;
  const began = performance.now();
  await server.request('PUT', index, {
    settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 },
    mappings: row.mappings,
  });
  let documents = 0;
  for (let from = 0; from < alerts; from += BULK) {
    const some = Array.from({ length: Math.min(BULK, alerts - from) }, (_, place) =>
      row.documents(from + place, alert(from + place)),
    ).flat();
    await server.bulk(index, some);
    documents += some.length;
  }
  await server.request('POST', `${index}/_forcemerge?max_num_segments=1`);
  await server.request('POST', `${index}/_refresh`);
  const storeSeconds = (performance.now() - began) / 1_000;

  for (let request = 0; request < WARM_UP; request++) await ask(server, row, listings[request % listings.length]!);
  const times: number[] = [];
  const cpuBefore = server.cpuSeconds();
  for (const [place, listing] of listings.entries()) {
    const asked = performance.now();
    const ids = await ask(server, row, listing);
    times.push(performance.now() - asked);
    check(place, ids);
  }
  const cpuMilliseconds = ((server.cpuSeconds() - cpuBefore) * 1_000) / listings.length;
  await server.request('DELETE', index);
  return {
    documents,
    storeSeconds: rounded(storeSeconds),
    cpuMilliseconds: rounded(cpuMilliseconds),
    p50: rounded(quantile(times, 0.5)),
    p99: rounded(quantile(times, 0.99)),
  };
}

/** The parts of an answer that are read: what is not sent costs nobody anything. */
const ANSWER = 'timed_out,_shards.failed,aggregations.ids.sum_other_doc_count,aggregations.ids.buckets.key';

interface Answer {
  timed_out: boolean;
  _shards: { failed: number };
  aggregations: { ids: { sum_other_doc_count: number; buckets?: { key: number }[] } };
}

async function ask(server: OpenSearch, row: Row, listing: Listing): Promise<readonly number[]> {
  const {
    timed_out,
    _shards,
    aggregations: { ids },
  } = await server.request<Answer>(
    'POST',
    `${row.name}/_search?request_cache=false&filter_path=${ANSWER}`,
    row.search(listing),
  );
  if (timed_out || _shards.failed > 0 || ids.sum_other_doc_count > 0)
    throw new Error('the server gave a part of the answer');
  return (ids.buckets ?? []).map(({ key }) => key);
}
