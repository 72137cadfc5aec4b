import { createTestDatabase, DeliveryFixture, untilWaiting, uuidAtSql, type TestDatabase } from '@gable/testing';
import type { DataSource } from 'typeorm';
import { removeAlert } from '../alerts/remove-alert.js';
import { SweepStore } from '../alerts/matching/sweep-store.js';
import { dataSourceOf } from '../data-source.js';
import type { Database } from '../database/database.js';
import { eraseRows } from '../erasure/erasure-store.js';
import { EventErasureStore } from '../erasure/event-erasure-store.js';
import { openDatabase } from '../open-database.js';
import { RetentionPass } from './retention-pass.js';

let testDatabase: TestDatabase;
let database: Database;
let source: DataSource;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
  source = await dataSourceOf(testDatabase.url, { poolSize: 1 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.close();
  await testDatabase.drop();
});

/** Rows whose owner is gone, as `table.column`: of every relation that entities state, held by a foreign key or not. */
async function orphans(): Promise<string[]> {
  const found: string[] = [];
  for (const { tableName, relations } of source.entityMetadatas)
    for (const { joinColumns, inverseEntityMetadata: owner } of relations)
      for (const { databaseName: column, referencedColumn } of joinColumns) {
        const rows: unknown[] = await source.query(
          `select from ${tableName} own where own.${column} is not null and not exists (
             select from ${owner.tableName} owner where owner.${referencedColumn!.databaseName} = own.${column}) limit 1`,
        );
        if (rows.length > 0) found.push(`${tableName}.${column}`);
      }
  return found.sort();
}

/** An alert with an event of a listing that was sent, seen again and indexed; and what the event is derived from. */
async function history(fixture: DeliveryFixture, accountId: string, name: string): Promise<string> {
  const alert = await fixture.alert({ accountId, address: `https://hook.example/${name}` });
  await fixture.queue(alert, new Date(), { eventIds: [await fixture.event(alert)] });
  await database.query(`insert into alert_criteria_history values ($1, 0, '{}')`, [alert.id]);
  await database.query(`delete from delivery; delete from delivery_wakeup`);
  await database.query(`insert into listing_sighting select id, now() from listing on conflict do nothing`);
  await database.query(`insert into listing_block select 7, id from listing on conflict do nothing`);
  await database.query(`
    insert into listing_state select listing_id, revision_id, '{}' from listing_revision on conflict do nothing`);
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at)
    select id, 1, property_id, source_id, 0, now() from listing
    where not exists (select from market_event where listing_id = listing.id)`);
  return alert.id;
}

it('no row is left without its owner by retention, by an erased listing, or by a removed alert', async () => {
  const fixture = new DeliveryFixture(database);
  const accountId = await fixture.account();
  const [aged, kept, removed] = [
    await history(fixture, accountId, 'aged'),
    await history(fixture, accountId, 'kept'),
    await history(fixture, accountId, 'removed'),
  ];
  expect(await orphans()).toEqual([]);

  await database.query(
    `update alert_event set id = ${uuidAtSql("now() - interval '9 days'")}, created_at = now() - interval '9 days'
     where alert_id = $1`,
    [aged],
  );
  const pass = new RetentionPass(database, {
    eventsMs: 8 * 86_400_000,
    notificationsMs: 8 * 86_400_000,
    revisionsMs: 8 * 86_400_000,
    marketEventsMs: 8 * 86_400_000,
  });
  while ((await pass.step())?.ended === null);
  expect(await orphans()).toEqual([]);

  const [{ id, propertyId }] = (await database.query<{ id: string; propertyId: string }>(
    `select listing.id, listing.property_id as "propertyId" from listing join alert_event on listing_id = listing.id
     where alert_id = $1`,
    [kept],
  )) as [{ id: string; propertyId: string }];
  await database.transaction(async (transaction) => {
    await transaction.query('delete from listing_block where listing_id = $1', [id]); // as a batch without it does
    await eraseRows(transaction, [id], [propertyId], false);
  });
  const erasure = new EventErasureStore(database);
  while ((await erasure.step()).state !== 'DONE');
  expect(await orphans()).toEqual([]);

  await database.transaction((transaction) => removeAlert(transaction, accountId, removed, new Date()));
  await database.query(`update alert set deleted_at = now() - interval '9 days' where deleted_at is not null`);
  const sweep = new SweepStore(database);
  while ((await sweep.removedAlerts(100, 8 * 86_400_000)) > 0);
  expect(await database.query('select id from alert where id = $1', [removed])).toEqual([]);
  expect(await orphans()).toEqual([]);
});

it('no row is left without its owner where two workers remove an alert at once, of which one has lost the lock', async () => {
  const fixture = new DeliveryFixture(database);
  const alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://hook.example/twice' });
  for (let n = 0; n < 5; n += 1) await fixture.event(alert);
  await database.query(`update alert set deleted_at = now() - interval '9 days', is_reduced = true where id = $1`, [
    alert.id,
  ]);
  const sweep = new SweepStore(database);
  const holder = await database.openSession();
  await holder.query('begin');
  await holder.query('select from alert_event where alert_id = $1 for update', [alert.id]);
  const sweeps = Promise.all([sweep.removedAlerts(2, 8 * 86_400_000), sweep.removedAlerts(2, 8 * 86_400_000)]);
  await untilWaiting(database, 2);
  await holder.query('commit');
  holder.close();
  await sweeps;
  expect(await orphans()).toEqual([]);
  while ((await sweep.removedAlerts(2, 8 * 86_400_000)) > 0);
  expect(await database.query('select from alert where id = $1', [alert.id])).toEqual([]);
});
