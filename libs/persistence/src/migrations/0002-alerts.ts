import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts, their events and notifications, and the walk of the workers over the changes. */
export class Alerts1763800000002 implements MigrationInterface {
  name = 'Alerts1763800000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALERT_TABLES);
    await runner.query(EVENT_TABLES);
    await runner.query(WALK_TABLES);
    await runner.query(REQUEST_TABLES);
    await runner.query(PREVIEW_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index property_gone');
    await runner.query(`
      drop table idempotent_request, dead_letter, transaction_origin, match_suspect, match_inflight, alert_shard, match_worker, event_notification, alert_event, alert_criteria_history, alert,
        event_destination cascade`);
  }
}

const ALERT_TABLES = `
  -- Where events go. One row per account and address, so that what is learned of a destination holds for all alerts that use it.
  create table event_destination (
    id uuid primary key,
    account_id uuid not null references account (id),
    channel text not null check (channel in ('EMAIL', 'WEBHOOK')),
    address text not null,
    created_at timestamptz(3) not null,
    unique (account_id, channel, address)
  );

  create table alert (
    id uuid primary key,
    account_id uuid not null references account (id),
    -- shardOf(id): which of the virtual shards walks the changes for it
    shard smallint not null,
    name text not null,
    active boolean not null,
    search_mode text not null check (search_mode in ('advanced', 'classic')),
    -- the filters of a classic alert, as given
    classic_filters json,
    -- the canonical tree with its geometries, ready for the matcher
    criteria json not null,
    -- rises when the criteria change; events name it
    criteria_version integer not null,
    shape_ids uuid[] not null default '{}',
    -- null: none given, the default rules hold
    notification_config json,
    destination_id uuid references event_destination (id),
    -- AES-256-GCM, bound to table, column and row
    signing_key bytea not null,
    previous_signing_key bytea,
    previous_signing_key_until timestamptz(3),
    -- What was committed when the alert was made or activated: changes of these transactions are not for it.
    active_since pg_snapshot not null,
    -- The transaction of the last write, removal included: workers read what they have not seen by it.
    xid xid8 not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    -- kept a while for the workers to see, then swept with its events
    deleted_at timestamptz(3)
  ) with (fillfactor = 80);
  create index alert_account on alert (account_id, id) where deleted_at is null;
  create index alert_xid on alert (xid);
  create index alert_shard_active on alert (shard, id) where active and deleted_at is null;
  create index alert_shapes on alert using gin (shape_ids) where deleted_at is null and shape_ids <> '{}';
  create index alert_destination on alert (destination_id) where destination_id is not null;
  create index alert_deleted on alert (deleted_at) where deleted_at is not null;

  -- What an alert asked before its criteria were replaced: an event is explained by the criteria that made it.
  create table alert_criteria_history (
    alert_id uuid not null,
    criteria_version integer not null,
    criteria json not null,
    primary key (alert_id, criteria_version)
  );
`;

const EVENT_TABLES = `
  -- What changed stands in listing_revision, which never changes, under the listing and the revision.
  create table alert_event (
    id uuid not null,
    alert_id uuid not null,
    property_id uuid not null,
    listing_id uuid not null,
    revision_id integer not null,
    -- place in ALERT_EVENT_TYPES
    event_type smallint not null,
    criteria_version integer not null,
    -- the delivery that tells it first; null where no rule or no destination asks for one
    delivery_id uuid,
    created_at timestamptz(3) not null,
    -- ids ascend with time: the key is also the order in which events are read
    primary key (alert_id, id),
    constraint alert_event_once unique (alert_id, listing_id, event_type, revision_id)
  );
  create index alert_event_property on alert_event (alert_id, property_id);
  -- the events that joined a mail after its first one, whose id the delivery has; a webhook tells one event and pays nothing here
  create index alert_event_gathered on alert_event (delivery_id) where delivery_id <> id;

  -- One row per attempt of a delivery.
  create table event_notification (
    id uuid not null,
    account_id uuid not null,
    alert_id uuid not null,
    -- the event told, the first of several; null for a test
    event_id uuid,
    delivery_id uuid not null,
    attempt_number integer not null,
    channel text not null check (channel in ('EMAIL', 'WEBHOOK')),
    destination_id uuid not null,
    destination_address text not null,
    status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED')),
    scheduled_at timestamptz(3),
    delivered_at timestamptz(3),
    response_status integer,
    last_error_message text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (account_id, id),
    constraint event_notification_attempt unique (delivery_id, attempt_number)
  );
  create index event_notification_alert on event_notification (alert_id, id);
  create index event_notification_open on event_notification (alert_id, event_id) where status in ('PENDING', 'SUSPENDED');
`;

const WALK_TABLES = `
  -- A worker that takes part in matching. It holds a session advisory lock on its id for as long as it lives; the lease covers one that is stopped.
  create table match_worker (
    id integer generated always as identity primary key,
    started_at timestamptz(3) not null,
    leased_until timestamptz(3) not null
  ) with (fillfactor = 20);

  -- How far each virtual shard has walked listing_change, and who walks it. Every commit of a walk checks the epoch.
  create table alert_shard (
    shard smallint primary key,
    position bigint not null default 0,
    epoch bigint not null default 0,
    worker_id integer
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 20);
  insert into alert_shard (shard) select generate_series(0, 63);

  -- Which changes a worker is about to match, written before it does: a change that kills its worker leaves no other trace.
  create table match_inflight (
    worker_id integer primary key,
    first_change bigint not null,
    last_change bigint not null
  ) with (fillfactor = 20);

  -- Ranges of changes in which workers were lost.
  create table match_suspect (
    first_change bigint primary key,
    last_change bigint not null,
    losses integer not null
  );

  -- The server whose transaction ids stand in these tables: on another one, after a restore, they mean nothing (adoptServer).
  create table transaction_origin (
    system_identifier text not null
  );

  -- What was set aside with its reason, so that the rest could go on. A change keeps all that listing_change says of it.
  create table dead_letter (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('CHANGE', 'ALERT')),
    subject jsonb not null,
    reason text not null,
    created_at timestamptz(3) not null
  );
  -- by digest: a change with many siblings is too long for an index
  create unique index dead_letter_once on dead_letter (kind, md5(subject::text));
`;

const REQUEST_TABLES = `
  -- First answers of requests with an Idempotency-Key, sealed: an answer may hold a signing key.
  create table idempotent_request (
    id uuid primary key,
    account_id uuid not null,
    route text not null,
    idempotency_key text not null,
    body_hash bytea not null,
    answer bytea not null,
    created_at timestamptz(3) not null,
    unique (account_id, route, idempotency_key)
  );
  create index idempotent_request_age on idempotent_request (created_at);
`;

const PREVIEW_INDEX = `
  -- What changed of late, for previews: beside property_by_updated_at those that cannot be found any more. Written when a property's last advert goes.
  create index property_gone on property (updated_at, id) where online_count = 0;
`;
