import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { Slots } from '@gable/domain/delivery';
import { criteriaNode } from '@gable/domain/testing';
import { ingestFeed, loadDivisions, mergeProperties, regroup, splitProperty, withdrawDecision } from '@gable/ingest';
import { Database, newId, openDatabase, Transaction } from '@gable/persistence';
import { DeadLetterStore } from '@gable/persistence/alerts';
import { DeliveryClaimStore } from '@gable/persistence/delivery';
import { createTestDatabase, keepChanges, MovingTown, TOWN_DIVISIONS, type TestDatabase } from '@gable/testing';
import { UPKEEP } from './testing/kept-for-ever.js';
import { LifeWorld } from './testing/life-world.js';
import { skippableClock } from './testing/skippable-clock.js';
import { UpkeepStage } from './upkeep/upkeep-stage.js';

let testDatabase: TestDatabase;
let database: Database;
const clock = skippableClock();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 8 });
  await keepChanges(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Asks after every statement whether the transaction has an id by now, and notes what runs under one. */
class WatchedTransaction extends Transaction {
  private hasId = false;

  constructor(
    { client }: Transaction,
    private readonly underId: Set<string>,
  ) {
    super(client);
  }

  override async query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    if (this.hasId) this.underId.add(text);
    const rows = await super.query<Row>(text, parameters);
    const [asked] = await super.query<{ has: boolean }>('select pg_current_xact_id_if_assigned() is not null as has');
    this.hasId = asked!.has;
    return rows;
  }
}

/** Does the work, and answers every statement that a transaction ran while it held an id. */
async function statementsUnderId(work: () => Promise<unknown>): Promise<string[]> {
  const underId = new Set<string>();
  const { transaction } = Database.prototype;
  const spy = jest.spyOn(Database.prototype, 'transaction').mockImplementation(function (this: Database, within) {
    return transaction.call(this, (inner) => within(new WatchedTransaction(inner, underId)));
  });
  await work().finally(() => spy.mockRestore());
  return [...underId];
}

/** Tables that grow with the market. Who reads them under an id, other than by their key, keeps every alert waiting. */
const readsTheMarket = (statement: string): boolean =>
  TABLES_OF_THE_MARKET.test(BY_KEY.reduce((rest, reading) => rest.replaceAll(reading, ''), statement));
const TABLES_OF_THE_MARKET =
  /(?<!delete )\b(?:from|join)\s+(?:listing|listing_block|market_event|property|grouping_tie|source|division)\b/;
const BY_KEY = [/join\s+property on property\.id = /g, /from listing where listing\.id = new\.listing_id limit 1/g];

const bytesOf = (lines: readonly string[]): Readable => Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
const rejectFile = path.join(os.tmpdir(), `gable-transaction-ids-${process.pid}.ndjson`);
const ANNA = { by: 'anna', reason: null };

it('a batch of a feed is read and decided before its transaction has an id', async () => {
  const town = new MovingTown(1);
  await loadDivisions(database, bytesOf(TOWN_DIVISIONS), { rejectFile });
  const statements = await statementsUnderId(async () => {
    for (const lines of [town.arrive(30), town.change(60), town.change(60)])
      await ingestFeed(database, bytesOf(lines), { rejectFile });
  });
  expect(statements.filter(readsTheMarket)).toEqual([]);
  expect(statements.some((statement) => statement.includes('update property'))).toBe(true); // it watches
});

it('decisions, regroup and a retried change wait for the ingest lock and read without an id', async () => {
  const listings = await database.query<{ id: string; property: string }>(
    'select id, property_id as property from listing order by id',
  );
  const [one, other] = [listings[0]!, listings.find(({ property }) => property !== listings[0]!.property)!];
  await database.query(
    `insert into dead_letter (kind, subject, reason, created_at)
     select 'CHANGE', jsonb_build_object('listingId', id, 'propertyId', property_id, 'revisionId', 1,
       'previousPropertyId', null, 'siblingIds', '[]'::jsonb, 'siblingRevisions', '[]'::jsonb), 'tried', now()
     from listing limit 1`,
  );
  const letters = new DeadLetterStore(database);
  const statements = await statementsUnderId(async () => {
    const { decisionId } = await mergeProperties(database, [one.property, other.property], ANNA);
    await withdrawDecision(database, decisionId, ANNA);
    await splitProperty(database, one.property, [other.id], ANNA);
    await regroup(database);
    for (const letter of await letters.list(10)) await letters.retry(letter, new Date());
  });
  expect(statements.filter((statement) => statement.includes('pg_advisory'))).toEqual([]);
  expect(statements.filter(readsTheMarket)).toEqual([]);
});

it('matching, delivery and upkeep read under an id by key alone', async () => {
  const passSecond = (): void => clock.skip(61_001);
  const world = await LifeWorld.begin({ database, url: testDatabase.url, keepsStill: false, passSecond }, 3);
  const upkeep = new UpkeepStage(database, UPKEEP);
  try {
    for (const channel of ['WEBHOOK', 'EMAIL'] as const)
      await world.book.create({
        name: channel,
        criteria: criteriaNode([]),
        notificationConfig: { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) },
        destination: { channel, address: channel === 'EMAIL' ? 'a@mail.example.com' : 'https://hooks.example.com/a' },
      });
    const statements = await statementsUnderId(async () => {
      await world.ingest([...world.town.change(30), ...world.town.arrive(5)]);
      await world.beforeCommit(0, async () => {
        for (const id of world.book.kept) await world.book.edit(id, { criteria: criteriaNode([], 'OR') });
        for (const id of world.book.kept) await world.book.edit(id, { criteria: criteriaNode([]) });
      });
      await database.query(`update division_count_state set counted_at = 'epoch'`);
      for (let round = 0; round < 3; round += 1) {
        passSecond();
        await upkeep.step();
      }
      const claim = {
        owner: newId(await database.now()),
        channels: ['WEBHOOK', 'EMAIL'] as const,
        endpoints: 9,
        slots: new Slots(),
      };
      await new DeliveryClaimStore(database).claim(
        { ...claim, addressMailsPerDay: 0, mailGatherMs: 0 },
        await database.now(),
      );
    });
    expect(statements.length).toBeGreaterThan(5);
    expect(statements.filter(readsTheMarket)).toEqual([]);
  } finally {
    await world.end();
  }
});
