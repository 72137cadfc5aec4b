import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail addresses that are asked whether they want mails, and what the deliveries of an endpoint wait for. */
export class MailConfirmation1764500000011 implements MigrationInterface {
  name = 'MailConfirmation1764500000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINTS_THAT_WAIT);
    await runner.query(CONFIRMATION_TABLES);
    await runner.query(ASK_TO_CONFIRM);
    await runner.query(DESTINATION_WRITTEN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DESTINATION_WRITTEN.replace(/^.*ask_to_confirm.*\n/m, ''));
    await runner.query(`
      drop function ask_to_confirm;
      drop table mail_confirmation, mail_policy;
      update delivery_endpoint set wake_at = wake_from where waits_for is not null;
      alter table delivery_endpoint drop column waits_for, drop column confirmed_at;
    `);
  }
}

const ENDPOINTS_THAT_WAIT = `
  alter table delivery_endpoint
    -- what its queue waits for though it is due, other than a probe; the queue is looked at again once somebody clears it
    add column waits_for text check (waits_for in ('MAIL_SERVER', 'CONFIRMATION')),
    -- its recipient said so, with the link of a mail
    add column confirmed_at timestamptz(3);
  create index delivery_endpoint_waits on delivery_endpoint (waits_for) where waits_for is not null;

  -- Written to attempts before; the endpoint says it for all of them now.
  update event_notification attempt set last_error_message = null from delivery
  where attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id and attempt.status = 'PENDING' and attempt.last_error_message is not null;
`;

const CONFIRMATION_TABLES = `
  -- One row. Written by each worker when it starts, so that workers and API, however they were set, agree.
  create table mail_policy (
    only_row boolean primary key default true check (only_row),
    confirmation_required boolean not null
  );
  insert into mail_policy (confirmation_required) values (false);

  -- Addresses that were asked, one row per account and address; where and for whom stands in the endpoint.
  create table mail_confirmation (
    endpoint_id bigint primary key,
    account_id uuid not null,
    address text not null,
    first_asked_at timestamptz(3) not null,
    -- the newest mail: when it was asked for, and its Message-ID, the same on every attempt
    asked_at timestamptz(3) not null,
    mail_id uuid not null,
    mails integer not null,
    -- who asks before that gets no further mail
    again_at timestamptz(3) not null,
    -- when the newest mail is to be tried next; null: it went out, or was given up
    due_at timestamptz(3),
    attempts integer not null default 0,
    tried_at timestamptz(3),
    sent_at timestamptz(3)
  ) with (fillfactor = 70);
  create index mail_confirmation_due on mail_confirmation (due_at) where due_at is not null;
  create index mail_confirmation_address on mail_confirmation (lower(address), tried_at);
  create index mail_confirmation_account on mail_confirmation (account_id, tried_at);
`;

const ASK_TO_CONFIRM = `
  -- Asks an address that did not confirm, where that is required: at most once a day, and half as often after each mail that nobody answered.
  create function ask_to_confirm(asked_endpoint bigint, asking_at timestamptz) returns void language plpgsql as $$
  begin
    if not (select confirmation_required from mail_policy)
      or not exists (select from delivery_endpoint where id = asked_endpoint and channel = 'EMAIL' and confirmed_at is null) then return; end if;
    insert into mail_confirmation as asked (endpoint_id, account_id, address, first_asked_at, asked_at, mail_id, mails, again_at, due_at)
    select asked_endpoint, account_id, address, asking_at, asking_at, gen_random_uuid(), 1, asking_at + interval '1 day', asking_at
    from event_destination where endpoint_id = asked_endpoint order by created_at, id limit 1
    on conflict (endpoint_id) do update set asked_at = excluded.asked_at, mail_id = excluded.mail_id, mails = asked.mails + 1,
      again_at = asking_at + least(2 ^ asked.mails, 32) * interval '1 day', due_at = excluded.due_at, attempts = 0, sent_at = null
    where asked.again_at <= asking_at;
  end $$;
`;

const DESTINATION_WRITTEN = `
  create or replace function destination_written() returns trigger language plpgsql as $$
  declare
    reached bigint;
  begin
    if tg_op = 'UPDATE' then update mail_subscription set unsubscribed_at = null where alert_id = new.id and unsubscribed_at is not null; end if;
    select endpoint_id into reached from event_destination where id = new.destination_id;
    update delivery_endpoint set switched_off_at = null, switched_off_reason = null, failures = 10, failed_probes = 0, failing_since = new.updated_at, opened_at = new.updated_at,
      probe_at = new.updated_at where id = reached and switched_off_at is not null;
    if found then update event_destination set switched_off_at = null, switched_off_reason = null where endpoint_id = reached; end if;
    perform ask_to_confirm(reached, new.updated_at);
    return null;
  end $$;
`;
