import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Listing } from '@gable/domain/listing';
import { rounds } from '@gable/domain/testing';
import { AccountStore } from '@gable/persistence/accounts';
import { openDatabase, type Database } from '@gable/persistence';
import {
  TrackedAlerts,
  checkRecords,
  committedChanges,
  createTestDatabase,
  expectedEvents,
  generateFeed,
  keepChanges,
  lineOf,
  mixedAlerts,
  NO_FINDINGS,
  recordedEvents,
  recordedNotifications,
  type TestDatabase,
} from '@gable/testing';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import { TestConsumer } from '../testing/test-consumer.js';

const ALERTS = 150;
const rejectFile = path.join(os.tmpdir(), `gable-replay-${process.pid}.ndjson`);

/** Feeds to be read one after the other. */
interface Story {
  readonly name: string;
  readonly divisions: () => Readable;
  readonly feeds: readonly (() => Readable)[];
}

const bytesOf = (lines: readonly string[]) => Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));

function generated(seed: number): Story {
  const { divisions, batches } = generateFeed(seed, { properties: 150, rounds: 8, changes: 120 });
  return {
    name: `a generated town (seed ${seed})`,
    divisions: () => bytesOf(divisions),
    feeds: batches.map((batch) => () => bytesOf(batch)),
  };
}

function krakow(folder: string): Story {
  const months = ['2023-11', '2023-12', '2024-01', '2024-02'].slice(0, rounds(2, 4));
  return {
    name: `${months.length} months of Kraków`,
    divisions: () => fs.createReadStream(path.join(folder, 'divisions.ndjson.gz')),
    feeds: months.map((month) => () => fs.createReadStream(path.join(folder, `krakow-${month}.ndjson.gz`))),
  };
}

const sampleData = process.env.GABLE_SAMPLE_DATA;
const stories = [generated(1), ...(sampleData === undefined ? [] : [krakow(sampleData)])];

describe.each(stories)('$name, replayed through ingest and the walk', ({ divisions, feeds }) => {
  let testDatabase: TestDatabase;
  let database: Database;
  let walker: TestConsumer;
  let book: TrackedAlerts;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, { poolSize: 4 });
    await keepChanges(database);
    walker = await TestConsumer.start(testDatabase.url);
    await loadDivisions(database, divisions(), { rejectFile });
    book = new TrackedAlerts(
      database,
      (await new AccountStore(database).ensure('Replay', await database.now())).id,
      true,
    );
  });
  afterAll(async () => {
    await walker.leave();
    await database.close();
    await testDatabase.drop();
  });

  /** Listings that alerts lean towards: every tenth of the first feed, which is ingested before there are alerts. */
  async function sample(): Promise<Listing[]> {
    return (await committedChanges(database)).filter((_, place) => place % 10 === 0).map(({ after }) => after.listing);
  }

  async function walkAll(): Promise<void> {
    const waiting = async () =>
      (
        await database.query<{ n: number }>(
          'select count(*) as n from kept_change where id > (select min(position) from alert_shard)',
        )
      )[0]!.n;
    do while (await walker.step());
    while ((await waiting()) > 0);
  }

  it('records the events that the definitions say, event for event', async () => {
    await ingestFeed(database, feeds[0]!(), { rejectFile });
    const listings = await sample();
    const plans = mixedAlerts(1, ALERTS, listings);
    // A third was there before the first feed was walked, a third comes later, and some wishes change on the way.
    for (const plan of plans.slice(0, ALERTS / 3)) await book.create(plan);
    for (const [month, feed] of feeds.entries()) {
      if (month > 0) await ingestFeed(database, feed(), { rejectFile });
      await walkAll();
      for (const plan of plans.slice(ALERTS / 3 + month * 25, ALERTS / 3 + (month + 1) * 25)) await book.create(plan);
      const ids = [...book.kept];
      await book.edit(ids[month]!, { criteria: plans[ALERTS - 1 - month]!.criteria });
      await book.edit(ids[10 + month]!, { active: false });
      if (month > 0) await book.edit(ids[9 + month]!, { active: true });
    }
    const changes = await committedChanges(database);
    const events = await recordedEvents(database);
    const expected = book.timelines.flatMap((life) => expectedEvents(life, changes));
    expect(new Set(expected.map(({ type }) => type)).size).toBeGreaterThan(5);
    expect(differenceOf(events.map(lineOf), expected.map(lineOf))).toEqual({ missing: [], extra: [] });
    expect(events).toHaveLength(expected.length);
    expect(checkRecords(book.timelines, changes, events, await recordedNotifications(database))).toEqual(NO_FINDINGS);
  }, 180_000);

  it('records nothing twice when the walk is set back to its beginning', async () => {
    // Criteria that were replaced since would see old changes anew.
    const unchanged = new Set(book.timelines.filter(({ phases }) => phases.length === 1).map(({ alertId }) => alertId));
    const lines = async () =>
      (await recordedEvents(database))
        .filter(({ alertId }) => unchanged.has(alertId))
        .map((event) => `${event.id} ${lineOf(event)}`);
    const [before, notifications] = [await lines(), await recordedNotifications(database)];
    await walker.leave();
    await database.query('update alert_shard set position = 0');
    walker = await TestConsumer.start(testDatabase.url);
    await walkAll();
    expect(differenceOf(await lines(), before)).toEqual({ missing: [], extra: [] });
    expect((await recordedNotifications(database)).filter(({ alertId }) => unchanged.has(alertId))).toHaveLength(
      notifications.filter(({ alertId }) => unchanged.has(alertId)).length,
    );
  }, 120_000);
});

/** The first lines that only one side has: a difference of a hundred thousand lines helps nobody. */
function differenceOf(
  recorded: readonly string[],
  expected: readonly string[],
): { missing: string[]; extra: string[] } {
  const [is, must] = [new Set(recorded), new Set(expected)];
  return {
    missing: expected.filter((line) => !is.has(line)).slice(0, 20),
    extra: recorded.filter((line) => !must.has(line)).slice(0, 20),
  };
}
