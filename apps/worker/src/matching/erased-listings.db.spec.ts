import { eraseEvents, eraseListings, nothingErased } from '@gable/ingest';
import { MatchedStore } from '../testing/matched-store.js';
import { TestConsumer } from '../testing/test-consumer.js';
import { passFence } from '../testing/pass-fence.js';

let store: MatchedStore;
let consumer: TestConsumer;
const WEBHOOK = { destination: { channel: 'WEBHOOK' as const, address: 'https://receiver.example/hook' } };
const MAIL = { destination: { channel: 'EMAIL' as const, address: 'ada@receiver.example' } };
const ELSEWHERE = { location: { lat: 48.85, lng: 2.35, accuracy: 'PRECISE', cityName: 'Paris' } };

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.empty();
  await store.database.query('truncate erased_listing, delivery, delivery_payload, alert_mail');
  consumer = await TestConsumer.start(store.testDatabase.url);
});
afterEach(() => consumer.leave());

const listing = async (name: string) =>
  (await store.database.query<{ id: string }>('select id from listing where external_id = $1', [name]))[0]!.id;

async function walk(): Promise<void> {
  await passFence(store.database);
  for (let idle = 0; idle < 3;) idle = (await consumer.step()) ? 0 : idle + 1;
}

async function erase(name: string) {
  const erased = nothingErased();
  await eraseListings(store.database, [await listing(name)], erased, { staysAway: false });
  await eraseEvents(store.database, erased, {});
  return erased;
}

const count = async (table: string) =>
  (await store.database.query<{ count: number }>(`select count(*) from ${table}`))[0]!.count;

it('takes the events of a listing, what waits to be sent and what was sent of it, and leaves the others', async () => {
  await store.alert(WEBHOOK);
  await store.alert();
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await walk();
  expect([await count('alert_event'), await count('event_notification'), await count('delivery')]).toEqual([4, 2, 2]);
  expect(await erase('a')).toEqual({ listings: 1, properties: 1, events: 2, deliveries: 1 });
  expect(await store.events()).toEqual(['b 1 NEW_MATCH', 'b 1 NEW_MATCH']);
  expect([await count('event_notification'), await count('delivery')]).toEqual([1, 1]);
});

it('takes it out of a mail that carries others, which is written anew', async () => {
  await store.alert(MAIL);
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await walk();
  expect([await count('event_notification'), await count('delivery')]).toEqual([1, 1]);
  await store.database.query("insert into delivery_payload select id, 'rendered' from delivery");
  const first = await store.database.query<{ name: string }>(`
    select external_id as name from event_notification join alert_event event on event.id = event_id
    join listing on listing.id = event.listing_id`);
  expect(await erase(first[0]!.name)).toMatchObject({ events: 1, deliveries: 0 });
  expect([await count('delivery'), await count('delivery_payload')]).toEqual([1, 0]);
  const [mail] = await store.database.query<{ eventId: string; remaining: string }>(`
    select event_id as "eventId", (select id from alert_event) as remaining from event_notification`);
  expect(mail!.eventId).toBe(mail!.remaining);
  await erase(first[0]!.name === 'a' ? 'b' : 'a');
  expect([await count('event_notification'), await count('delivery'), await count('alert_event')]).toEqual([0, 0, 0]);
});

it('waits for what a worker is sending', async () => {
  await store.alert(WEBHOOK);
  await store.feed({ externalId: 'a' });
  await walk();
  await store.database.query(
    `update delivery set owner = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour'`,
  );
  let isOver = false;
  const erasing = erase('a').finally(() => {
    isOver = true;
  });
  for (let looks = 0; looks < 5; looks += 1) await passFence(store.database);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([isOver, await count('alert_event')]).toEqual([false, 1]);
  await store.database.query('update delivery set owner = null, leased_until = null');
  expect(await erasing).toMatchObject({ events: 1, deliveries: 1 });
});

it('makes no event of a listing that was erased while a worker was deciding about it', async () => {
  const alert = await store.alert(WEBHOOK);
  await store.feed({ externalId: 'seen' });
  await walk(); // it has its alerts and shards
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await passFence(store.database);
  const held = consumer.holdCommits();
  const step = consumer.step();
  await held.reached;
  await erase('a');
  held.release();
  await step;
  await walk();
  expect(await store.events(alert)).toEqual(['seen 1 NEW_MATCH', 'b 1 NEW_MATCH']);
  expect([await count('alert_event'), await count('event_notification'), await count('delivery')]).toEqual([2, 2, 2]);
});

it('passes over a change whose listing went before its states were read', async () => {
  await store.alert(WEBHOOK);
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await store.database.query(`
    with gone as (delete from listing where external_id = 'a' returning id)
    delete from listing_revision using gone where listing_id = gone.id`);
  await walk();
  expect(await store.events()).toEqual(['b 1 NEW_MATCH']);
  expect([await count('alert_event'), await count('dead_letter')]).toEqual([1, 0]);
});
