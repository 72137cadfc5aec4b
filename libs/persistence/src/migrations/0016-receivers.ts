import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Origins with a breaker for each account, and alerts that are switched off at once however much they have queued.
 * docs/decisions/0029-slots-per-account-and-origin.md and 0030-switching-off.md say why.
 */
export class Receivers1764800000016 implements MigrationInterface {
  name = 'Receivers1764800000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORIGINS);
    await runner.query(SKIPS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(APPLY_SKIPS);
    await runner.query(`
      drop table alert_skip;
      alter table delivery drop column epoch;
      alter table alert drop column queue_epoch;
      drop index delivery_wakeup_endpoint;
      alter table delivery_endpoint drop column origin_id;
      drop table delivery_origin;
    `);
  }
}

const ORIGINS = `
  create table delivery_origin (
    id bigint generated always as identity primary key,
    account_id uuid not null,
    origin text not null,
    failures integer not null default 0,
    silent_endpoints bigint[] not null default '{}',
    opened_at timestamptz(3),
    failed_probes integer not null default 0,
    probe_at timestamptz(3)
  );
  create unique index delivery_origin_once on delivery_origin (account_id, md5(origin));
  comment on table delivery_origin is
    'An origin (scheme, host, port) as one account uses it: what shares a breaker for hosts that do not answer.';
  comment on column delivery_origin.origin is 'As deliveryOrigin writes it.';
  comment on column delivery_origin.failures is 'The breaker, with the next four: OriginState of the domain.';

  alter table delivery_endpoint add column origin_id bigint references delivery_origin (id);
  comment on column delivery_endpoint.origin_id is
    'Where its first address leads; null for a mail, which goes to our own mail server.';

  -- WHATWG's origin of the addresses that are accepted: lower case, without the port that the scheme implies.
  create temporary table origin_of_endpoint on commit drop as
    select distinct on (endpoint_id) endpoint_id, account_id,
      regexp_replace(regexp_replace(lower(substring(address from '^[A-Za-z]+://[^/?#]*')),
        '^(https://.*):443$', '\\1'), '^(http://.*):80$', '\\1') as origin
    from event_destination where channel = 'WEBHOOK' order by endpoint_id, created_at, id;
  insert into delivery_origin (account_id, origin) select distinct account_id, origin from origin_of_endpoint;
  update delivery_endpoint set origin_id = found.id
  from origin_of_endpoint named
    join delivery_origin found on found.account_id = named.account_id and md5(found.origin) = md5(named.origin)
  where delivery_endpoint.id = named.endpoint_id;

  create index delivery_endpoint_origin on delivery_endpoint (origin_id, wake_at) where wake_at is not null;
  create index delivery_wakeup_endpoint on delivery_wakeup (endpoint_id, at);
`;

const SKIPS = `
  alter table alert add column queue_epoch integer not null default 0;
  comment on column alert.queue_epoch is
    'Rises when what is queued may not go out any more; a delivery keeps the one that it was queued at.';
  alter table delivery add column epoch integer not null default 0;
  comment on column delivery.epoch is
    'alert.queue_epoch when it was queued: what alert_skip ends has an earlier one than the skip.';
  create table alert_skip (
    alert_id uuid not null,
    reason text not null,
    notified smallint[] not null default '{}',
    epoch integer not null,
    swept_to uuid,
    has_left_over boolean not null default false,
    sweep_at timestamptz(3) not null,
    primary key (alert_id, reason, notified)
  );
  create index alert_skip_sweep on alert_skip (sweep_at);
  comment on table alert_skip is
    'Queued deliveries of an alert that may not go out any more, from the moment this row commits. The rows themselves '
    'are swept in portions.';
  comment on column alert_skip.reason is 'A SkipReason.';
  comment on column alert_skip.notified is 'Of RULE_OFF, sorted: deliveries of events of these types stay.';
  comment on column alert_skip.epoch is 'It ends deliveries with an earlier one.';
  comment on column alert_skip.swept_to is 'The sweep has come to this event; null: to none.';
  comment on column alert_skip.has_left_over is 'The sweep has met deliveries under way, and comes again.';
`;

/** The version before knows no skips: what they end is ended before they go. */
const APPLY_SKIPS = `
  update event_notification notification
  set status = 'SKIPPED', scheduled_at = null, last_error_message = skip.reason || ': It was ended before this was sent.'
  from alert_skip skip join delivery on delivery.alert_id = skip.alert_id and delivery.epoch < skip.epoch
  where notification.account_id = delivery.account_id and notification.id = delivery.notification_id
    and notification.status = 'PENDING'
    and case skip.reason when 'ALERT_INACTIVE' then notification.event_id is not null
      when 'RULE_OFF' then notification.event_id is not null and not exists (
        select from alert_event event where event.alert_id = skip.alert_id
          and (event.id = notification.event_id or event.delivery_id = notification.delivery_id)
          and event.event_type = any(skip.notified))
      else true end;
`;
