import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The queue of deliveries, what is known of the receivers, and the rhythm of mails. docs/decisions/0016-delivery-queue.md says why it looks like this. */
export class Delivery1763900000003 implements MigrationInterface {
  name = 'Delivery1763900000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINT_TABLES);
    await runner.query(QUEUE_TABLES);
    await runner.query(MAIL_TABLES);
    await runner.query(ENDPOINT_TRIGGERS);
    await runner.query(QUEUE_TRIGGER);
    await runner.query(QUEUE_WHAT_WAITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger event_notification_queued on event_notification;
      drop trigger event_destination_endpoint on event_destination;
      drop trigger alert_destination_written on alert;
      drop trigger alert_destination_given on alert;
      drop trigger alert_gone on alert;
      drop function queue_deliveries, endpoint_of_destination, destination_written, alert_gone, delivery_endpoint_key;
      alter table event_destination drop column endpoint_id, drop column switched_off_at, drop column switched_off_reason;
      alter table event_notification drop column taken_at;
      drop table mail_subscription, alert_mail, delivery_payload, delivery_knock, delivery, delivery_endpoint;
    `);
  }
}

const ENDPOINT_TABLES = `
  -- What shares a breaker and a turn: one receiver of one account. Of an address only host and path count, since the rest often differs per alert.
  create function delivery_endpoint_key(channel text, address text) returns text language sql immutable strict parallel safe as $$
    select case when channel = 'EMAIL' then lower(address)
      else lower(substring(address from '^[A-Za-z]+://([^/?#]*)')) || coalesce(nullif(substring(address from '^[A-Za-z]+://[^/?#]*([^?#]*)'), ''), '/') end
  $$;

  create table delivery_endpoint (
    id bigint generated always as identity primary key,
    account_id uuid not null,
    channel text not null check (channel in ('EMAIL', 'WEBHOOK')),
    key text not null,
    -- the breaker: BreakerState of the domain
    failures integer not null default 0,
    failing_since timestamptz(3),
    opened_at timestamptz(3),
    failed_probes integer not null default 0,
    probe_at timestamptz(3),
    switched_off_at timestamptz(3),
    -- a stable code and a sentence
    switched_off_reason text,
    -- it took the last thing sent to it
    answers_well boolean not null default false,
    -- when its queue is to be looked at next, and from where on: nothing in it is due earlier. Null: the queue is empty, until somebody knocks.
    wake_at timestamptz(3),
    wake_from timestamptz(3)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 50);
  -- by digest: an address may be too long for an index
  create unique index delivery_endpoint_once on delivery_endpoint (account_id, channel, md5(key));
  create index delivery_endpoint_wake on delivery_endpoint (wake_at) where wake_at is not null;

  alter table event_destination add column endpoint_id bigint references delivery_endpoint (id), add column switched_off_at timestamptz(3), add column switched_off_reason text;
  create index event_destination_endpoint_id on event_destination (endpoint_id);
`;

const QUEUE_TABLES = `
  -- Deliveries that have not ended, each at the attempt that is due next. Rows come by the trigger below and go when the delivery ends.
  create table delivery (
    id uuid primary key,
    account_id uuid not null,
    alert_id uuid not null,
    endpoint_id bigint not null,
    channel text not null,
    destination_id uuid not null,
    -- the attempt's row
    notification_id uuid not null,
    attempt_number integer not null,
    -- attempts before the last resend: the schedule counts from there
    round_start integer not null,
    due_at timestamptz(3) not null,
    -- who holds it, and until when
    owner uuid,
    leased_until timestamptz(3),
    is_probe boolean not null default false
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 70);
  create index delivery_lane on delivery (endpoint_id, due_at, id) where owner is null;
  create index delivery_leased on delivery (leased_until) where owner is not null;

  -- Something was queued for an endpoint. Only ever inserted by those who queue, so that no two of them wait for each other; removed by who serves the endpoint.
  create table delivery_knock (
    endpoint_id bigint not null,
    at timestamptz(3) not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
  create index delivery_knock_at on delivery_knock (at, endpoint_id);

  -- What the first attempt rendered, until the delivery ends: every attempt sends the same.
  create table delivery_payload (
    delivery_id uuid primary key,
    body bytea not null
  );

  -- When the sender first took it: a gathered mail that was taken is joined by no further event.
  alter table event_notification add column taken_at timestamptz(3);
`;

const MAIL_TABLES = `
  -- The rhythm of an alert's mails.
  create table alert_mail (
    alert_id uuid primary key,
    next_mail_at timestamptz(3) not null,
    -- taken and not ended
    delivery_id uuid
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 70);

  -- Who gets mails of which alert, by the digest of the token in the mails' links.
  create table mail_subscription (
    token_hash bytea primary key,
    alert_id uuid not null,
    address text not null,
    unsubscribed_at timestamptz(3)
  );
  create index mail_subscription_alert on mail_subscription (alert_id);
`;

const ENDPOINT_TRIGGERS = `
  create function endpoint_of_destination() returns trigger language plpgsql as $$
  declare
    wanted text := delivery_endpoint_key(new.channel, new.address);
  begin
    insert into delivery_endpoint (account_id, channel, key) values (new.account_id, new.channel, wanted) on conflict do nothing;
    select id, switched_off_at, switched_off_reason into new.endpoint_id, new.switched_off_at, new.switched_off_reason
    from delivery_endpoint where account_id = new.account_id and channel = new.channel and md5(key) = md5(wanted);
    return new;
  end $$;
  create trigger event_destination_endpoint before insert on event_destination for each row execute function endpoint_of_destination();

  -- A destination that somebody writes anew is tried anew: mails of the alert are wanted again, and an endpoint that was given up gets one probe.
  create function destination_written() returns trigger language plpgsql as $$
  declare
    reached bigint;
  begin
    if tg_op = 'UPDATE' then update mail_subscription set unsubscribed_at = null where alert_id = new.id and unsubscribed_at is not null; end if;
    select endpoint_id into reached from event_destination where id = new.destination_id;
    update delivery_endpoint set switched_off_at = null, switched_off_reason = null, failures = 10, failed_probes = 0, failing_since = new.updated_at, opened_at = new.updated_at,
      probe_at = new.updated_at where id = reached and switched_off_at is not null;
    if found then update event_destination set switched_off_at = null, switched_off_reason = null where endpoint_id = reached; end if;
    return null;
  end $$;
  create trigger alert_destination_written after update of destination_id on alert for each row
    when (old.destination_id is distinct from new.destination_id) execute function destination_written();
  create trigger alert_destination_given after insert on alert for each row when (new.destination_id is not null) execute function destination_written();

  -- What is remembered of the mails of an alert goes with it.
  create function alert_gone() returns trigger language plpgsql as $$
  begin
    delete from alert_mail where alert_id = old.id;
    delete from mail_subscription where alert_id = old.id;
    return null;
  end $$;
  create trigger alert_gone after delete on alert for each row execute function alert_gone();
`;

const QUEUE_TRIGGER = `
  -- Whoever writes a PENDING attempt has queued it. A later attempt takes the place of the earlier one; one that nobody was busy with is a resend and
  -- begins the schedule anew.
  create function queue_deliveries() returns trigger language plpgsql as $$
  begin
    with queued as (
      insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id, attempt_number, round_start, due_at)
      select added.delivery_id, added.account_id, added.alert_id, destination.endpoint_id, added.channel, added.destination_id, added.id, added.attempt_number,
        added.attempt_number - 1, greatest(added.scheduled_at, mail.next_mail_at)
      from added join event_destination destination on destination.id = added.destination_id
      left join alert_mail mail on mail.alert_id = added.alert_id and added.channel = 'EMAIL' and added.attempt_number = 1 and added.event_id is not null
      where added.status = 'PENDING'
      on conflict (id) do update set endpoint_id = excluded.endpoint_id, channel = excluded.channel, destination_id = excluded.destination_id,
        notification_id = excluded.notification_id, attempt_number = excluded.attempt_number, due_at = excluded.due_at, owner = null, leased_until = null,
        is_probe = false, round_start = case when delivery.owner is null then excluded.round_start else delivery.round_start end
      returning endpoint_id, due_at
    )
    insert into delivery_knock (endpoint_id, at) select endpoint_id, min(due_at) from queued group by endpoint_id;
    return null;
  end $$;
  create trigger event_notification_queued after insert on event_notification referencing new table as added for each statement execute function queue_deliveries();
`;

const QUEUE_WHAT_WAITS = `
  insert into delivery_endpoint (account_id, channel, key) select account_id, channel, delivery_endpoint_key(channel, address) from event_destination on conflict do nothing;
  update event_destination set endpoint_id = endpoint.id from delivery_endpoint endpoint
  where endpoint.account_id = event_destination.account_id and endpoint.channel = event_destination.channel
    and md5(endpoint.key) = md5(delivery_endpoint_key(event_destination.channel, event_destination.address));
  alter table event_destination alter column endpoint_id set not null;
  insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id, attempt_number, round_start, due_at)
  select waiting.delivery_id, waiting.account_id, waiting.alert_id, destination.endpoint_id, waiting.channel, waiting.destination_id, waiting.id, waiting.attempt_number, 0,
    coalesce(waiting.scheduled_at, waiting.created_at)
  from event_notification waiting join event_destination destination on destination.id = waiting.destination_id where waiting.status = 'PENDING';
  insert into delivery_knock (endpoint_id, at) select endpoint_id, min(due_at) from delivery group by endpoint_id;
`;
