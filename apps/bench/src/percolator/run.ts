import { generateWorkload, type Workload } from '@gable/alert-index/testing';
import { matchCriteria } from '@gable/domain/criteria';
import type { AlertIndex } from '@gable/alert-index';
import type { Listing } from '@gable/domain/listing';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { compareAnswers } from '../matching/compare-answers.js';
import { loadIndex } from '../matching/load-index.js';
import { cpuMilliseconds, median, rounded } from '../harness/times.js';
import { measureRow } from './measure-row.js';
import { withOpenSearch } from '../harness/open-search.js';
import { ORDINARY_ROW } from './ordinary-row.js';
import { REBUILT_ROW } from './rebuilt-row.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';

const SEED = 1;
const HEAP = '2g';
/** The plain matcher's word on the index, before the index's word counts on the server. */
const CHECKED_LISTINGS = 10;
/** Passes of the index that are measured, in processor time. */
const INDEX_CPU_MILLISECONDS = 1_000;

/**
 * The index beside a real OpenSearch percolator on the same alerts and listings, one listing per request: processor
 * seconds of both, answers compared id by id. The first row is the percolator as it is meant to be used, the second the
 * best that could be built of the same server by hand. Starts the server itself and stops it.
 */
export async function run(call: ProgramCall): Promise<void> {
  const {
    alerts,
    listings: count,
    json,
  } = readOptions(call, {
    alerts: wholeNumber('alerts in the index and on the server', 20_000, 100),
    listings: wholeNumber('listings that are matched', 1_000, 100),
  });
  const workload = generateWorkload(SEED);
  const listings = Array.from({ length: count }, (_, number) => workload.listing(number));
  const { index, figures } = loadIndex(alerts, workload.alert);
  const answers = answersOf(index, alerts, listings, workload);
  const pairs = alerts * count;

  const ours = [cpuPerListing(index, alerts, listings)];
  const rows: BenchResult[] = [];
  await withOpenSearch(HEAP, async (server) => {
    for (const row of [ORDINARY_ROW, REBUILT_ROW]) {
      say(`Storing ${alerts.toLocaleString('en')} alerts in OpenSearch, row "${row.name}" …`);
      const measured = await measureRow(server, row, alerts, workload.alert, listings, (listing, ids) =>
        compareAnswers(`row "${row.name}"`, ids, answers[listing]!),
      );
      rows.push({ bench: 'percolator', case: row.name, alerts, equalPairs: pairs, ...measured });
      ours.push(cpuPerListing(index, alerts, listings));
    }
  });
  const cpu = median(ours);
  printResults(
    [
      {
        bench: 'percolator',
        case: 'index',
        alerts,
        equalPairs: pairs,
        documents: alerts,
        storeSeconds: figures['loadSeconds']!,
        cpuMilliseconds: rounded(cpu),
        cpuOverIndex: 1,
      },
      ...rows.map((row) => ({ ...row, cpuOverIndex: Math.round(Number(row['cpuMilliseconds']) / cpu) })),
    ],
    json,
  );
}

/** What the index says of every listing, ascending; of the first ones also by the plain matcher. */
function answersOf(
  index: AlertIndex,
  alerts: number,
  listings: readonly Listing[],
  workload: Workload,
): readonly Int32Array[] {
  const into = new Int32Array(alerts);
  const answers = listings.map((listing) => into.slice(0, index.match(listing, into)).sort());
  const expected = answers.slice(0, CHECKED_LISTINGS).map((): number[] => []);
  for (let id = 0; id < alerts; id++) {
    const criteria = workload.alert(id);
    expected.forEach((ids, listing) => matchCriteria(criteria, listings[listing]!) && ids.push(id));
  }
  expected.forEach((ids, listing) => compareAnswers('the index', answers[listing]!, ids));
  return answers;
}

/** Processor time of this whole process per listing, collector included. */
function cpuPerListing(index: AlertIndex, alerts: number, listings: readonly Listing[]): number {
  const into = new Int32Array(alerts);
  const pass = (): number => cpuMilliseconds(() => listings.forEach((listing) => void index.match(listing, into)));
  let [spent, passes] = [0, 0];
  for (pass(); spent < INDEX_CPU_MILLISECONDS; passes++) spent += pass();
  return spent / passes / listings.length;
}
