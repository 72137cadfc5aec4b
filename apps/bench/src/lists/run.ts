import type { Database } from '@gable/persistence';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { quantile, tenths, timed } from '../harness/times.js';
import { ACCOUNTS, fillWithHistory, GIANT_ALERT, sealAlerts } from './fill-with-history.js';

/** What a list of any size is answered within, in milliseconds. */
const GOAL_MS = 50;

/**
 * How long one page of each list takes over HTTP, one request after the other, in a store with a giant account and many
 * small ones. Beside it, what the same database takes to count the giant's notifications and to reach its last page.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { rows, rounds, json } = readOptions(call, {
    rows: wholeNumber('events in the store, and as many notifications', 2_000_000),
    rounds: wholeNumber('how often each page is asked for', 200),
  });
  const results = await withBenchDatabase(async (database, url) => {
    say(`${rows.toLocaleString('en')} events and as many notifications are made.`);
    await fillWithHistory(database, rows);
    const api = await ApiProcess.start(url);
    try {
      await sealAlerts(database, api.sealer());
      const cases = await listCases(api, database);
      const measured: BenchResult[] = [];
      for (const [name, request] of cases) measured.push({ ...(await measure(name, request, rounds)), rows });
      return [...measured, ...(await byHand(database, rows))];
    } finally {
      await api.stop();
    }
  });
  printResults(results, json);
}

type ListCase = readonly [name: string, ask: () => Promise<Response>];

async function listCases(api: ApiProcess, database: Database): Promise<ListCase[]> {
  const [giant, small, many] = [
    await api.makeKey(database, ACCOUNTS.giant),
    await api.makeKey(database, ACCOUNTS.small),
    await api.makeKey(database, ACCOUNTS.many),
  ];
  const [alert] = await database.query<{ id: string; middle: Date; newest: Date }>(
    `select id, (select min(created_at) + (max(created_at) - min(created_at)) / 2 from alert_event) as middle,
       (select max(created_at) - interval '1 minute' from alert_event) as newest
     from alert where name = $1`,
    [GIANT_ALERT],
  );
  const [ofSmall] = await database.query<{ id: string }>(
    'select alert.id from alert join account on account.id = account_id where account.name = $1',
    [ACCOUNTS.small],
  );
  const events = `/alerts/${alert!.id}/events`;
  const middle = alert!.middle.toISOString();
  const newest = alert!.newest.toISOString();
  const half = Buffer.from(`${alert!.middle.getTime()} ffffffff-ffff-7fff-bfff-ffffffffffff`).toString('base64url');
  const cases: readonly [name: string, key: string, path: string][] = [
    ['giant, notifications', giant, '/event-notifications'],
    ['giant, notifications, page 334', giant, '/event-notifications?page=334'],
    ['giant, notifications, cursor in the middle', giant, `/event-notifications?cursor=${await middleOf(database)}`],
    ['giant, notifications, FAILED', giant, '/event-notifications?status=FAILED'],
    ['giant, notifications, DELIVERED', giant, '/event-notifications?status=DELIVERED'],
    ['giant, notifications, SUSPENDED', giant, '/event-notifications?status=SUSPENDED'],
    ['giant, notifications, PENDING (there are none)', giant, '/event-notifications?status=PENDING'],
    ['giant, notifications, EMAIL (there are none)', giant, '/event-notifications?channel=EMAIL'],
    ['giant, notifications of its biggest alert', giant, `/alerts/${alert!.id}/notifications`],
    ['giant, the same, FAILED', giant, `/alerts/${alert!.id}/notifications?status=FAILED`],
    ['giant, events', giant, events],
    ['giant, events, oldest first', giant, `${events}?order[createdAt]=asc`],
    ['giant, events, page 334', giant, `${events}?page=334`],
    ['giant, events, cursor in the middle', giant, `${events}?cursor=${half}`],
    ['giant, events, of the last year', giant, `${events}?createdAt[after]=${middle}`],
    ['giant, events, of the first year', giant, `${events}?createdAt[before]=${middle}`],
    ['giant, events, one type', giant, `${events}?eventType=PRICE_CHANGED`],
    ['giant, events, a type there are none of', giant, `${events}?eventType=LISTING_EXPIRED`],
    ['giant, events of all alerts', giant, '/alert-events'],
    ['giant, events of all alerts, from the middle', giant, `/alert-events?createdAt[after]=${middle}`],
    ['giant, events of all alerts, the newest', giant, `/alert-events?createdAt[after]=${newest}`],
    ['small, events of all alerts', small, '/alert-events'],
    ['small, notifications', small, '/event-notifications'],
    ['small, notifications, the last page', small, '/event-notifications?page=30'],
    ['small, notifications, FAILED', small, '/event-notifications?status=FAILED'],
    ['small, events', small, `/alerts/${ofSmall!.id}/events`],
    ['100,000 alerts', many, '/alerts'],
    ['100,000 alerts, the last page', many, '/alerts?page=3334'],
    ['100,000 favourites, the last page', many, '/favorite-properties?page=3334'],
    ['100,000 shapes, the last page', many, '/geo/shapes?page=3334'],
  ];
  return cases.map(([name, key, path]) => [
    name,
    () => fetch(`${api.url}${path}`, { headers: { 'x-api-key': key, accept: 'application/json' } }),
  ]);
}

async function middleOf(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string; at: Date }>(
    `select id, created_at as at from event_notification
     where account_id = (select id from account where name = $1) and created_at >= '2025-11-22Z' order by id limit 1`,
    [ACCOUNTS.giant],
  );
  return Buffer.from(`${row!.at.getTime()} ${row!.id}`).toString('base64url');
}

async function measure(name: string, ask: () => Promise<Response>, rounds: number): Promise<BenchResult> {
  const times: number[] = [];
  let total = '';
  for (let round = -5; round < rounds; round += 1) {
    const time = await timed(async () => {
      const response = await ask();
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${name} is answered ${response.status}: ${body}`);
      total = `${response.headers.get('x-total-count')}${response.headers.has('x-total-count-capped') ? '+' : ''}`;
    });
    if (round >= 0) times.push(time);
  }
  const p99 = tenths(times, 0.99);
  return {
    bench: 'lists',
    case: name,
    total,
    p50: tenths(times, 0.5),
    p99,
    goal: GOAL_MS,
    isMet: String(p99 <= GOAL_MS),
  };
}

/** What it costs to count to the end, and to skip what lies before the last page. */
async function byHand(database: Database, rows: number): Promise<BenchResult[]> {
  const of = `from event_notification where account_id = (select id from account where name = '${ACCOUNTS.giant}')`;
  const statements = [
    ['by hand: count of the giant’s notifications', `select count(*) ${of}`],
    ['by hand: their last page by offset', `select id ${of} order by id desc offset ${rows / 2 - 30} limit 30`],
  ] as const;
  const results: BenchResult[] = [];
  for (const [name, statement] of statements) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) times.push(await timed(() => database.query(statement)));
    results.push({
      bench: 'lists',
      case: name,
      p50: tenths(times, 0.5),
      p99: Number(quantile(times, 0.99).toFixed(1)),
      rows,
    });
  }
  return results;
}
