import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The rules of delivery are written in TypeScript, and its stores call them: the triggers that decided before go.
 * docs/decisions/0024-rules-in-typescript.md says which triggers stay.
 */
export class DeliveryRules1764800000014 implements MigrationInterface {
  name = 'DeliveryRules1764800000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_TRIGGERS);
    await runner.query(RENAME_WAKEUPS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_COMMENTS);
    await runner.query(RENAME_KNOCKS);
    await runner.query(CREATE_TRIGGERS);
  }
}

const DROP_TRIGGERS = `
  drop trigger event_notification_queued on event_notification;
  drop trigger event_destination_endpoint on event_destination;
  drop trigger alert_destination_written on alert;
  drop trigger alert_destination_given on alert;
  drop trigger alert_gone on alert;
  drop function queue_deliveries, endpoint_of_destination, destination_written, alert_gone, ask_to_confirm;
  drop function delivery_endpoint_key;
`;

const RENAME_WAKEUPS = `
  alter table delivery_knock rename to delivery_wakeup;
  alter index delivery_knock_at rename to delivery_wakeup_at;
  alter index delivery_lane rename to delivery_due;
`;

const COMMENTS = `
  comment on table delivery is
    'Deliveries that have not ended, each at the attempt that is due next. Written by queueAttempts alone.';
  comment on column delivery.round_start is
    'Attempts before this round: a delivery that is sent again has the whole schedule before it.';
  comment on table delivery_wakeup is
    'Something is due in the queue of an endpoint. Inserted with it, so that nobody waits for the endpoint''s row; '
    'removed by who serves the endpoint.';
  comment on column delivery_endpoint.key is
    'What addresses of one endpoint have in common: host and path, or a mail address in lower case (endpointKey).';
  comment on column delivery_endpoint.wake_at is
    'When the queue is to be looked at next. Null: it is empty or blocked, until a wake-up comes.';
  comment on function market_events_written is
    'Raises the version of each month that a write touches. A trigger, since there are many writers, repairs by hand '
    'among them, and one that forgets it leaves the analytics of that month wrong for good.';
`;

const DROP_COMMENTS = `
  comment on table delivery is null;
  comment on column delivery.round_start is null;
  comment on table delivery_wakeup is null;
  comment on column delivery_endpoint.key is null;
  comment on column delivery_endpoint.wake_at is null;
  comment on function market_events_written is null;
`;

const RENAME_KNOCKS = `
  alter table delivery_wakeup rename to delivery_knock;
  alter index delivery_wakeup_at rename to delivery_knock_at;
  alter index delivery_due rename to delivery_lane;
`;

// As migrations 0003 and 0011 have them, written once more: a migration depends on nothing that may change.
const CREATE_TRIGGERS = `
  create function delivery_endpoint_key(channel text, address text)
  returns text language sql immutable strict parallel safe as $$
    select case when channel = 'EMAIL' then lower(address)
      else lower(substring(address from '^[A-Za-z]+://([^/?#]*)'))
        || coalesce(nullif(substring(address from '^[A-Za-z]+://[^/?#]*([^?#]*)'), ''), '/') end
  $$;

  create function ask_to_confirm(asked_endpoint bigint, asking_at timestamptz) returns void language plpgsql as $$
  begin
    if not (select confirmation_required from mail_policy) or not exists (
      select from delivery_endpoint where id = asked_endpoint and channel = 'EMAIL' and confirmed_at is null
    ) then return; end if;
    insert into mail_confirmation as asked
      (endpoint_id, account_id, address, first_asked_at, asked_at, mail_id, mails, again_at, due_at)
    select asked_endpoint, account_id, address, asking_at, asking_at, gen_random_uuid(), 1,
      asking_at + interval '1 day', asking_at
    from event_destination where endpoint_id = asked_endpoint order by created_at, id limit 1
    on conflict (endpoint_id) do update set asked_at = excluded.asked_at, mail_id = excluded.mail_id,
      mails = asked.mails + 1, again_at = asking_at + least(2 ^ asked.mails, 32) * interval '1 day',
      due_at = excluded.due_at, attempts = 0, sent_at = null
    where asked.again_at <= asking_at;
  end $$;

  create function endpoint_of_destination() returns trigger language plpgsql as $$
  declare
    wanted text := delivery_endpoint_key(new.channel, new.address);
  begin
    insert into delivery_endpoint (account_id, channel, key)
    values (new.account_id, new.channel, wanted) on conflict do nothing;
    select id, switched_off_at, switched_off_reason
    into new.endpoint_id, new.switched_off_at, new.switched_off_reason
    from delivery_endpoint
    where account_id = new.account_id and channel = new.channel and md5(key) = md5(wanted);
    return new;
  end $$;
  create trigger event_destination_endpoint before insert on event_destination
    for each row execute function endpoint_of_destination();

  create function destination_written() returns trigger language plpgsql as $$
  declare
    reached bigint;
  begin
    if tg_op = 'UPDATE' then
      update mail_subscription set unsubscribed_at = null where alert_id = new.id and unsubscribed_at is not null;
    end if;
    select endpoint_id into reached from event_destination where id = new.destination_id;
    update delivery_endpoint set switched_off_at = null, switched_off_reason = null, failures = 10, failed_probes = 0,
      failing_since = new.updated_at, opened_at = new.updated_at, probe_at = new.updated_at
    where id = reached and switched_off_at is not null;
    if found then
      update event_destination set switched_off_at = null, switched_off_reason = null where endpoint_id = reached;
    end if;
    perform ask_to_confirm(reached, new.updated_at);
    return null;
  end $$;
  create trigger alert_destination_written after update of destination_id on alert for each row
    when (old.destination_id is distinct from new.destination_id) execute function destination_written();
  create trigger alert_destination_given after insert on alert for each row
    when (new.destination_id is not null) execute function destination_written();

  create function alert_gone() returns trigger language plpgsql as $$
  begin
    delete from alert_mail where alert_id = old.id;
    delete from mail_subscription where alert_id = old.id;
    return null;
  end $$;
  create trigger alert_gone after delete on alert for each row execute function alert_gone();

  create function queue_deliveries() returns trigger language plpgsql as $$
  begin
    with queued as (
      insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id,
        attempt_number, round_start, due_at)
      select added.delivery_id, added.account_id, added.alert_id, destination.endpoint_id, added.channel,
        added.destination_id, added.id, added.attempt_number, added.attempt_number - 1,
        greatest(added.scheduled_at, mail.next_mail_at)
      from added join event_destination destination on destination.id = added.destination_id
      left join alert_mail mail on mail.alert_id = added.alert_id and added.channel = 'EMAIL'
        and added.attempt_number = 1 and added.event_id is not null
      where added.status = 'PENDING'
      on conflict (id) do update set endpoint_id = excluded.endpoint_id, channel = excluded.channel,
        destination_id = excluded.destination_id, notification_id = excluded.notification_id,
        attempt_number = excluded.attempt_number, due_at = excluded.due_at, owner = null, leased_until = null,
        is_probe = false,
        round_start = case when delivery.owner is null then excluded.round_start else delivery.round_start end
      returning endpoint_id, due_at
    )
    insert into delivery_knock (endpoint_id, at) select endpoint_id, min(due_at) from queued group by endpoint_id;
    return null;
  end $$;
  create trigger event_notification_queued after insert on event_notification
    referencing new table as added for each statement execute function queue_deliveries();
`;
