import { createTestDatabase, DeliveryFixture, untilWaiting, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { DeliveryRequestStore } from '../delivery/delivery-request-store.js';
import { newId } from '../database/new-id.js';
import { DerivationStore } from '../listings/derivation-store.js';
import { openDatabase } from '../open-database.js';
import { eraseRows, ErasureStore, keptOut } from './erasure-store.js';
import { EventErasureStore } from './event-erasure-store.js';
import { TAKE_FENCES } from './statements/erase-events.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 5 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Removes the listing of an event; what the event says of it is still to be removed. */
async function eraseListingOf(eventId: string, staysAway = false): Promise<{ domain: string; externalId: string }> {
  const [listing] = await database.query<{ id: string; propertyId: string; domain: string; externalId: string }>(
    `select listing.id, listing.property_id as "propertyId", domain, external_id as "externalId"
     from alert_event join listing on listing.id = listing_id join source on source.id = source_id
     where alert_event.id = $1`,
    [eventId],
  );
  const { id, propertyId, ...name } = listing!;
  await database.transaction((transaction) => eraseRows(transaction, [id], [propertyId], staysAway));
  return name;
}

async function eraseEvents(): Promise<void> {
  while ((await new EventErasureStore(database).step()).state !== 'DONE');
}

it('leaves nothing of an event that is sent again in that moment', async () => {
  const fixture = new DeliveryFixture(database);
  const alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://a.example/hook' });
  const eventId = await fixture.event(alert);
  const [sent] = await fixture.queue(alert, new Date(), { eventIds: [eventId] });
  await database.query(`update event_notification set status = 'DELIVERED'; delete from delivery`);
  await eraseListingOf(eventId);
  await database.query(TAKE_FENCES); // as a step does that has to wait for others

  let both!: Promise<unknown>;
  const givenUp = database.transaction(async (other) => {
    await other.query(
      `insert into event_notification
       select (jsonb_populate_record(sent, jsonb_build_object('id', $2::uuid, 'attempt_number', 2))).*
       from event_notification sent where id = $1`,
      [sent!.notificationId, newId(new Date())],
    );
    const resent = new DeliveryRequestStore(database).resend(alert.accountId, sent!.notificationId, new Date());
    await untilWaiting(database); // for the number of its attempt
    const erased = eraseEvents();
    both = Promise.all([resent, erased]);
    await Promise.race([erased, untilWaiting(database, 2)]);
    throw new Error('given up');
  });
  await expect(givenUp).rejects.toThrow('given up');
  await both;
  const [left] = await database.query(`
    select (select count(*) from alert_event) as events, (select count(*) from event_notification) as attempts,
      (select count(*) from delivery) as deliveries`);
  expect(left).toEqual({ events: 0, attempts: 0, deliveries: 0 });
});

it('lets a feed bring a listing again that was erased for good, also while its last events go', async () => {
  const fixture = new DeliveryFixture(database);
  const alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://a.example/hook' });
  const name = await eraseListingOf(await fixture.event(alert), true);
  expect(await keptOut(database, [name])).toEqual([name]);

  let readmitted!: Promise<boolean>;
  await database.transaction(async (other) => {
    await other.query('update erased_listing set is_done = true'); // as the end of the erasure does
    readmitted = new ErasureStore(database).readmit(name);
    await untilWaiting(database);
  });
  expect(await readmitted).toBe(true);
  expect(await keptOut(database, [name])).toEqual([]);
});

it('leaves nothing of what a worker is deriving from a listing in that moment', async () => {
  const fixture = new DeliveryFixture(database);
  const alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://a.example/hook' });
  const eventId = await fixture.event(alert);
  let both!: Promise<unknown>;
  const givenUp = database.transaction(async (other) => {
    await other.query(`insert into listing_state select listing_id, revision_id, '{}' from listing_revision`);
    const derived = new DerivationStore(database).derive(null, 10);
    await untilWaiting(database); // for the state of the listing, which it has locked
    both = Promise.all([derived, eraseListingOf(eventId)]);
    await untilWaiting(database, 2);
    throw new Error('given up');
  });
  await expect(givenUp).rejects.toThrow('given up');
  await both;
  const [left] = await database.query(`
    select (select count(*) from listing_state) as states, (select count(*) from phrase_signature) as signatures`);
  expect(left).toEqual({ states: 0, signatures: 0 });
});
