import { setTimeout as sleep } from 'node:timers/promises';
import { parseCriteria, type Criteria } from '@gable/domain/criteria';
import type { Database } from '@gable/persistence';
import { ListingStore } from '@gable/persistence/records';
import { PropertyStore } from '@gable/persistence/properties';
import { writeAlerts } from '../data/write-alerts.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { quantile, rounded, timed } from '../harness/times.js';
import { WorkerProcess } from '../harness/worker-process.js';
import { fillWithRevisions, YEARS } from './fill-with-revisions.js';

/** The doors of the bench beside this one. */
export interface FeedOfHistory {
  readonly lines: readonly string[];
  prepare(database: Database): Promise<unknown>;
  ingest(database: Database, lines: Iterable<string>): Promise<void>;
}

const READS = 500;
/** Each asks for a narrow band of prices, so that a change meets one or two. */
const ALERTS = 1_000;

type Figures = Readonly<Record<'newPerSecond' | 'changedPerSecond' | 'matchedPerSecond' | 'historyMs', number>>;

/**
 * Ingest, matching and the reading of histories in a store of years, beside the same in an empty one: before and after,
 * because filling the store takes so long that the machine may have become another one.
 */
export async function measureHistory(feed: FeedOfHistory, revisions: number): Promise<BenchResult[]> {
  const measureEmpty = () => withBenchDatabase((database, url) => measure(database, url, feed));
  const before = await measureEmpty();
  say(JSON.stringify(before));
  const full = await withBenchDatabase(async (database, url) => {
    const { gigabytes } = await fillWithRevisions(database, revisions);
    say(`${revisions} revisions, ${gigabytes} GB.`);
    return { ...(await measure(database, url, feed)), gigabytes };
  });
  say(JSON.stringify(full));
  const after = await measureEmpty();
  const empty = Object.fromEntries(
    Object.entries(before).map(([name, figure]) => [name, rounded((figure + after[name as keyof Figures]) / 2)]),
  ) as Figures;
  const ratio = (name: keyof Figures): number =>
    rounded(name === 'historyMs' ? full[name] / empty[name] : empty[name] / full[name]);
  return [
    { bench: 'ingest-history', case: 'empty, before and after', ...empty },
    { bench: 'ingest-history', case: `${revisions} revisions`, ...full },
    {
      bench: 'ingest-history',
      case: 'times as long',
      newPerSecond: ratio('newPerSecond'),
      changedPerSecond: ratio('changedPerSecond'),
      matchedPerSecond: ratio('matchedPerSecond'),
      historyMs: ratio('historyMs'),
    },
  ];
}

async function measure(database: Database, url: string, feed: FeedOfHistory): Promise<Figures> {
  await feed.prepare(database);
  await writeAlerts(database, ALERTS, 'Band', (number) => band(number * 1_000));
  const perSecond = async (lines: Iterable<string>): Promise<number> =>
    Math.round((feed.lines.length * 1_000) / (await timed(() => feed.ingest(database, lines))));
  const newPerSecond = await perSecond(feed.lines);
  const changedPerSecond = await perSecond(changed(feed.lines));
  return {
    newPerSecond,
    changedPerSecond,
    matchedPerSecond: await matchedPerSecond(database, url),
    historyMs: await historyMs(database),
  };
}

/** Every listing a day later at another price. */
function* changed(lines: readonly string[]): Generator<string> {
  for (const line of lines) {
    const state = JSON.parse(line) as { observedAt: string; price?: number };
    const observedAt = new Date(Date.parse(state.observedAt) + 86_400_000).toISOString();
    yield JSON.stringify({ ...state, observedAt, price: (state.price ?? 100_000) + 1_000 });
  }
}

function band(min: number): Criteria {
  const parsed = parseCriteria({ price: { min, max: min + 999 } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}

/** What a real worker makes of the changes that wait, from its first step to its last. */
async function matchedPerSecond(database: Database, url: string): Promise<number> {
  const position = async (): Promise<number> =>
    (await database.query<{ at: number }>('select min(position) as at from alert_shard'))[0]!.at;
  const [{ last }] = (await database.query<{ last: number }>('select max(id) as last from listing_change')) as [
    { last: number },
  ];
  const { worker } = await WorkerProcess.start(url, { WORKER_STAGES: 'matching' });
  try {
    let first = await position();
    const began = first;
    while (first === began) [first] = [await nextLook(worker, position)];
    const startedAt = performance.now();
    for (let at = first; at < last;) at = await nextLook(worker, position);
    return Math.round(((last - first) * 1_000) / (performance.now() - startedAt));
  } finally {
    await worker.stop();
  }
}

async function nextLook(worker: WorkerProcess, look: () => Promise<number>): Promise<number> {
  worker.assertAlive();
  await sleep(2);
  return look();
}

/** The median of reading the history of a property and the states of a listing of the feed: as long in either store. */
async function historyMs(database: Database): Promise<number> {
  const [listings, properties] = [new ListingStore(database), new PropertyStore(database)];
  const rows = await database.query<{ id: string; property: string }>(
    `select id, property_id as property from listing where source_id <> ${YEARS}
     order by md5(id::text) limit $1`,
    [READS],
  );
  const times: number[] = [];
  for (const { id, property } of rows)
    times.push(
      await timed(async () => {
        await listings.revisions(id, { offset: 0, limit: 30 });
        await properties.history(property);
      }),
    );
  return rounded(quantile(times, 0.5));
}
