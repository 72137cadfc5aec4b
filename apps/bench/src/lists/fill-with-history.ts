import type { Database } from '@gable/persistence';
import type { Sealer } from '@gable/runtime';
import { withoutIndexes } from '../data/without-indexes.js';

/** Accounts beside the giant, with as many rows together as the giant alone. */
const SMALL_ACCOUNTS = 1_000;
/** Alerts of the giant; the first has half of its events. */
const GIANT_ALERTS = 100;
const LISTINGS = 98_000;
/** Alerts, favourites and shapes of the account that has as many as a quota allows. */
const QUOTA = 100_000;

/** Names of the accounts that the bench asks as. */
export const ACCOUNTS = { giant: 'account 0', small: 'account 1', many: `account ${SMALL_ACCOUNTS + 1}` } as const;

/** Alerts of the giant that are asked for by name: half of its events; a dead receiver; nothing but one waiting. */
export const GIANT_ALERT = 'alert 0';

/**
 * Two years of events in the order of time, each with one notification: half of them of a giant account, of which a
 * quarter of all are of one alert. Of a hundred notifications one failed; all of one alert of the giant wait behind an
 * open breaker. The account of quotas has nothing but 100,000 alerts, favourites and shapes.
 */
export async function fillWithHistory(database: Database, rows: number): Promise<void> {
  const events = Math.ceil(rows / 4);
  const statements: readonly [tables: readonly string[], text: string, parameters: readonly unknown[]][] = [
    [['account'], INSERT_ACCOUNTS, [SMALL_ACCOUNTS + 1]],
    [['delivery_endpoint'], INSERT_ENDPOINTS, [SMALL_ACCOUNTS]],
    [['event_destination'], INSERT_DESTINATIONS, []],
    [['alert'], INSERT_ALERTS, [GIANT_ALERTS, SMALL_ACCOUNTS, QUOTA]],
    [['listing_revision'], INSERT_REVISIONS, [LISTINGS, 1 + Math.floor(events / LISTINGS / 7)]],
    [['alert_event'], INSERT_EVENTS, [rows, SMALL_ACCOUNTS, GIANT_ALERTS - 1, LISTINGS]],
    [['event_notification'], INSERT_NOTIFICATIONS, []],
    [['property', 'favorite_property'], INSERT_FAVORITES, [QUOTA, SMALL_ACCOUNTS + 1]],
    [['shape'], INSERT_SHAPES, [QUOTA, SMALL_ACCOUNTS + 1]],
    [['account_quota'], COUNT_WHAT_IS_THERE, []],
  ];
  await database.query('alter table alert_event set unlogged; alter table event_notification set unlogged');
  for (const [tables, text, parameters] of statements)
    await withoutIndexes(database, tables, () =>
      withoutKeys(database, tables, async () => void (await database.query(text, parameters))),
    );
}

/** Keys are checked once, at the end. */
async function withoutKeys(database: Database, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const keys = await database.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u') and conrelid::regclass::text = any($1)`,
    [tables.filter((table) => LONG_TABLES.includes(table))],
  );
  for (const { owner, name } of keys) await database.query(`alter table ${owner} drop constraint ${name}`);
  await fill();
  for (const { owner, name, definition } of keys)
    await database.query(`set maintenance_work_mem = '1GB'; alter table ${owner} add constraint ${name} ${definition}`);
}

const LONG_TABLES = ['alert_event', 'event_notification'];

/** Gives the alerts of the account of quotas signing keys that an API can open. */
export async function sealAlerts(database: Database, sealer: Sealer): Promise<void> {
  const alerts = await database.query<{ id: string }>(
    'select alert.id from alert join account on account.id = account_id where account.name = $1',
    [ACCOUNTS.many],
  );
  for (let i = 0; i < alerts.length; i += PORTION) {
    const ids = alerts.slice(i, i + PORTION).map(({ id }) => id);
    await database.query(
      `update alert set signing_key = decode(sealed.key, 'hex')
       from unnest($1::uuid[], $2::text[]) as sealed(id, key) where alert.id = sealed.id`,
      [
        ids,
        ids.map((rowId) => sealer.seal(SIGNING_KEY, { table: 'alert', column: 'signing_key', rowId }).toString('hex')),
      ],
    );
  }
  await database.query('vacuum analyze alert');
}

const PORTION = 10_000;
const SIGNING_KEY = `whsec_${'A'.repeat(32)}`;

const ID = (prefix: string, n: string) => `md5('${prefix} ' || ${n})::uuid`;
const EPOCH = `timestamptz '2024-11-22 00:00Z'`;

const INSERT_ACCOUNTS = `
  insert into account (id, name, created_at)
  select ${ID('account', 'n')}, 'account ' || n, ${EPOCH} from generate_series(0, $1::int) n`;

/** One of each alert but those of the account of quotas; the second is dead. */
const INSERT_ENDPOINTS = `
  insert into delivery_endpoint (account_id, channel, key, failures, opened_at, probe_at)
  select case when n < 100 then ${ID('account', '0')} else ${ID('account', 'n - 99')} end, 'WEBHOOK',
    'hooks.example.com/' || n, case when n = 1 then 10 else 0 end, case when n = 1 then now() end,
    case when n = 1 then now() + interval '1 day' end
  from generate_series(0, 99 + $1::int) n order by n`;

const INSERT_DESTINATIONS = `
  insert into event_destination (id, account_id, channel, address, created_at, endpoint_id)
  select ${ID('destination', "split_part(key, '/', 2)")}, account_id, channel, 'https://' || key, ${EPOCH}, id
  from delivery_endpoint`;

/** Numbers: those of the giant, one of each small account, those of the account of quotas. */
const INSERT_ALERTS = `
  insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, destination_id,
    signing_key, active_since, xid, created_at, updated_at)
  select ${ID('alert', 'n')}, account_id, n % 64, 'alert ' || n, true, 'advanced',
    '{"operator":"AND","conditions":[{"kind":"range","field":"price","min":null,"max":300000,"allowNull":false}],
      "children":[]}',
    1, destination.id, '', pg_current_snapshot(), pg_current_xact_id(), ${EPOCH}, ${EPOCH}
  from (
    select n, case when n < $1 then ${ID('account', '0')} when n < $1 + $2 then ${ID('account', 'n - $1 + 1')}
      else ${ID('account', '$2 + 1')} end as account_id
    from generate_series(0, $1::int + $2::int + $3::int - 1) n
  ) n
  left join (select id from event_destination) destination on destination.id = ${ID('destination', 'n')}`;

const INSERT_REVISIONS = `
  insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
  select ${ID('listing', 'l')}, revision, true, ${EPOCH}, ${EPOCH},
    json_build_object('title', 'A flat with a view ' || l, 'price', 100000 + l + 1000 * revision, 'currency', 'EUR',
      'area', 30 + l % 90, 'rooms', 1 + l % 5, 'description', repeat('Bright and quiet, near the station. ', 8))
  from generate_series(0, $1::int - 1) l, generate_series(1, $2::int) revision`;

/** Seven types in turns; the eighth, LISTING_EXPIRED, happens to the giant alone, in the first of its events. */
const INSERT_EVENTS = `
  insert into alert_event (id, alert_id, account_id, property_id, listing_id, revision_id, event_type,
    criteria_version, delivery_id, created_at)
  select id, ${ID('alert', 'alert')}, (
      select account_id from alert owner where owner.id = ${ID('alert', 'alert')}),
    ${ID('property', 'k % $4')}, ${ID('listing', 'k % $4')}, 1 + k / $4 / 7,
    (array[0, 1, 2, 3, 4, 5, 6])[1 + (k + k / $4) % 7], 1, id, at
  from (
    select uuidv7(at - clock_timestamp()) as id, date_trunc('milliseconds', at) as at,
      case when i % 4 = 0 then 0 when i % 2 = 0 then 1 + i / 4 % $3 else 1 + $3 + i / 2 % $2 end as alert,
      case when i % 4 = 0 then i / 4 when i % 2 = 0 then i / 4 / $3 else i / 2 / $2 end as k
    from (
      select i, ${EPOCH} + i * (interval '2 years' / $1::int) as at from generate_series(0, $1::int - 1) i offset 0
    ) i
  ) event`;

const INSERT_NOTIFICATIONS = `
  insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
    destination_id, destination_address, status, created_at, updated_at, scheduled_at, delivered_at, response_status,
    last_error_message)
  select event.id, alert.account_id, event.alert_id, event.id, event.id, 1, 'WEBHOOK', alert.destination_id,
    destination.address, status, event.created_at, event.created_at, event.created_at,
    case when status = 'DELIVERED' then event.created_at end, case when status = 'DELIVERED' then 200 end,
    case when status = 'FAILED' then 'timeout: The receiver did not answer in time.' end
  from alert_event event join alert on alert.id = event.alert_id
  join event_destination destination on destination.id = alert.destination_id,
  lateral (
    select case when alert.name = 'alert 1' then 'PENDING' when hashtext(event.id::text) % 100 = 0 then 'FAILED'
      else 'DELIVERED' end as status
  ) status`;

const INSERT_FAVORITES = `
  with kept as (
    insert into property (id, created_at, updated_at, online_count, revision)
    select ${ID('property', 'n')}, ${EPOCH}, ${EPOCH}, 1, 1 from generate_series(0, $1::int - 1) n returning id
  )
  insert into favorite_property (id, account_id, property_id, created_at)
  select uuidv7(), ${ID('account', '$2::int')}, id, ${EPOCH} from kept`;

const INSERT_SHAPES = `
  insert into shape (id, account_id, name, geometry, positions, created_at)
  select uuidv7(), ${ID('account', '$2::int')}, 'shape ' || n,
    '{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,48]]]}', 4, ${EPOCH}
  from generate_series(1, $1::int) n`;

/** As those who write count. */
const COUNT_WHAT_IS_THERE = `
  insert into account_quota (account_id, kind, used)
  select account_id, 'alerts', count(*) from alert group by 1
  union all select account_id, 'favorites', count(*) from favorite_property group by 1
  union all select account_id, 'shapes', count(*) from shape group by 1`;
