import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import {
  createTestDatabase,
  DeliveryFixture,
  explained,
  type FixtureAlert,
  type PlanNode,
  readsOf,
} from '@gable/testing';
import { AlertEventStore, type EventSelection } from './alerts/alert-event-store.js';
import type { Database, Queryable } from './database/database.js';
import { LOOKED_AT, type EndlessPage, type ListRange } from './database/endless-list.js';
import { EventNotificationStore, type NotificationFilter } from './delivery/event-notification-store.js';
import { openDatabase } from './open-database.js';

/** Of one alert; three times what is counted. */
const ROWS = 30_000;

let database: Database;
let drop: () => Promise<void>;
let alert: FixtureAlert;
let other: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 2 }), () => test.drop()];
  const fixture = new DeliveryFixture(database);
  const accountId = await fixture.account();
  other = await fixture.account();
  alert = await fixture.alert({ accountId, address: 'https://hooks.example.com/one' });
  await database.query(
    `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
     values ($1, 1, true, now(), now(), '{}')`,
    [LISTING],
  );
  await database.query(
    `with source as (
       insert into source (id, domain, name, created_at) values ($1, 'portal.example', 'Portal', now()) returning id
     )
     insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
       content_hash, created_at, updated_at)
     select $1, source.id, 'a', $1, 1, true, now(), now(), '', now(), now() from source`,
    [LISTING],
  );
  await database.query('alter table alert_event drop constraint alert_event_once'); // one listing is enough here
  // Two in every millisecond; the oldest is the only one of another type, and the only one that failed.
  await database.query(
    `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
       created_at)
     select ${ID}, $1, gen_random_uuid(), $2, 1, case when n = 0 then $4 else 0 end, 1, ${AT}
     from generate_series(0, $3::int - 1) n`,
    [alert.id, LISTING, ROWS, ALERT_EVENT_TYPES.indexOf('PRICE_CHANGED')],
  );
  await database.query(
    `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
       destination_id, destination_address, status, created_at, updated_at)
     select ${ID}, $1, $2, null, ${ID}, 1, 'WEBHOOK', $3, 'https://hooks.example.com/one',
       case when n = 0 then 'FAILED' else 'DELIVERED' end, ${AT}, ${AT}
     from generate_series(0, $4::int - 1) n`,
    [accountId, alert.id, alert.destinationId, ROWS],
  );
  await database.query('vacuum analyze alert_event, event_notification');
}, 60_000);
afterAll(async () => {
  await database.close();
  await drop();
});

const LISTING = '00000000-0000-4000-8000-000000000001';
const ID = `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const AT = `timestamptz '2026-03-01 00:00Z' + n / 2 * interval '1 millisecond'`;
const at = (n: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + Math.floor(n / 2)).toISOString();
const numberOf = ({ id }: { id: string }): number => parseInt(id.slice(-12), 16);

/** Rows of events and notifications that the statements of some work read, at most, in one of them. */
async function rowsRead(work: (queryable: Queryable) => Promise<unknown>): Promise<number> {
  let most = 0;
  await work(explained(database, (plan) => (most = Math.max(most, rowsOf(plan)))));
  return most;
}

function rowsOf(plan: PlanNode): number {
  return readsOf(plan, ['alert_event', 'event_notification']).reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
}

type ReadPage = (queryable: Queryable, range: ListRange) => Promise<EndlessPage<{ id: string }>>;

const events =
  (selection: Partial<EventSelection> = {}): ReadPage =>
  async (queryable, range) =>
    (await new AlertEventStore(queryable).list(alert.accountId, alert.id, {
      period: {},
      direction: 'desc',
      ...selection,
      ...range,
    }))!;
const notifications =
  (filter: NotificationFilter = {}): ReadPage =>
  (queryable, range) =>
    new EventNotificationStore(queryable).list(alert.accountId, filter, range);

const FIRST: ListRange = { offset: 0, limit: 30 };

describe.each<[string, ReadPage]>([
  ['notifications', notifications()],
  ['notifications of an alert', (queryable, range) => notifications({ alertId: alert.id })(queryable, range)],
  ['events', events()],
  ['events from the oldest on', events({ direction: 'asc' })],
  ['events of a period', events({ period: { after: at(200), strictlyBefore: at(ROWS - 200) } })],
  ['events of a type', events({ types: ['PRICE_CHANGED'] })],
  [
    'notifications that failed, of an alert',
    (queryable, range) => notifications({ alertId: alert.id, status: 'FAILED' })(queryable, range),
  ],
  ['notifications that were delivered', notifications({ status: 'DELIVERED' })],
  ['notifications by mail', notifications({ channel: 'EMAIL' })],
])('a page of %s', (_, page) => {
  it('reads no more rows than are counted, wherever it is', async () => {
    const ranges: ListRange[] = [
      FIRST,
      { offset: 9_990, limit: 30 },
      { offset: 29_970, limit: 30 },
      { ...FIRST, after: { createdAt: new Date(at(15_000)), id: `01900000-0000-7000-8000-${'0'.repeat(8)}3a98` } },
    ];
    for (const range of ranges)
      expect(await rowsRead((queryable) => page(queryable, range))).toBeLessThanOrEqual(LOOKED_AT + 100);
  });
});

describe('a list that is longer than what is counted', () => {
  const all = Array.from({ length: ROWS }, (_, n) => n);

  it.each<[string, ReadPage, number[]]>([
    ['notifications', notifications(), all.toReversed()],
    ['events', events(), all.toReversed()],
    ['events from the oldest on', events({ direction: 'asc' }), all],
    [
      'events of a period',
      events({ period: { after: at(201), before: at(20_200) } }),
      all.slice(200, 20_202).reverse(),
    ],
  ])('gives all %s once, in order, to who goes on behind each page', async (_, page, expected) => {
    const numbers: number[] = [];
    let range: ListRange = { offset: 0, limit: 997 };
    for (;;) {
      const { items, total, isCapped, next } = await page(database, range);
      expect([total, isCapped]).toEqual([10_000, true]);
      numbers.push(...items.map(numberOf));
      if (next === null) break;
      range = { ...range, after: next };
    }
    expect(numbers).toEqual(expected);
  });

  it.each<[string, ReadPage]>([
    ['type', events({ types: ['PRICE_CHANGED'] })],
    [
      'status of an alert',
      (queryable, range) => notifications({ alertId: alert.id, status: 'FAILED' })(queryable, range),
    ],
  ])('leads to a rare %s over pages without any', async (_, page) => {
    const sizes: number[] = [];
    let range: ListRange | null = FIRST;
    let found: number[] = [];
    while (range !== null) {
      const { items, next }: EndlessPage<{ id: string }> = await page(database, range);
      sizes.push(items.length);
      found = items.map(numberOf);
      range = next && { ...FIRST, after: next };
    }
    expect([sizes, found]).toEqual([[0, 0, 1], [0]]);
  });

  it('finds what failed in an account at once', async () => {
    const { items, total, isCapped } = await notifications({ status: 'FAILED' })(database, FIRST);
    expect([items.map(numberOf), total, isCapped]).toEqual([[0], 1, false]);
  });

  it('says nothing of the notifications of another account’s alert', async () => {
    const store = new EventNotificationStore(database);
    expect(await store.list(other, { alertId: alert.id }, FIRST)).toEqual({
      items: [],
      total: 0,
      isCapped: false,
      next: null,
    });
  });

  it('looks through what waits in the index alone', async () => {
    await database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
         destination_id, destination_address, status, created_at, updated_at)
       select gen_random_uuid(), $1, $2, null, gen_random_uuid(), 1, 'WEBHOOK', $3, '', 'PENDING', now(), now()
       from generate_series(1, 12000)`,
      [other, alert.id, alert.destinationId],
    );
    await database.query('vacuum analyze event_notification');
    const scans: string[] = [];
    const store = new EventNotificationStore(
      explained(database, (plan) => {
        scans.push(...readsOf(plan, ['event_notification']).map((node) => node['Node Type']));
      }),
    );
    const page = await store.list(other, { status: 'SUSPENDED' }, FIRST);
    expect([page.items, page.total, page.isCapped]).toEqual([[], 0, true]);
    const [inIndexAlone, byKey] = ['Index Only Scan', 'Index Scan'];
    // Count, page, and where to go on. By key: of an alert that has something to skip; what the page shows; the last.
    expect(scans).toEqual([inIndexAlone, byKey, inIndexAlone, byKey, byKey, inIndexAlone, byKey]);
  });
});
