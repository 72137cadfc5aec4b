import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans of accounts, limits of single accounts and keys, keys with less than their role; blocked accounts get nothing. */
export class Administration1764800000039 implements MigrationInterface {
  name = 'Administration1764800000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLANS);
    await runner.query(HELD_BACK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table delivery_endpoint drop constraint delivery_endpoint_waits_for_check;
      update delivery_endpoint set waits_for = null, wake_at = wake_from where waits_for = 'ACCOUNT';
      alter table delivery_endpoint
        add constraint delivery_endpoint_waits_for_check check (waits_for in ('MAIL_SERVER', 'CONFIRMATION'));
      comment on column account.blocked_at is 'Set while none of its keys is admitted.';
      alter table api_key drop column requests_per_minute, drop column scopes;
      alter table account drop column plan, drop column requests_per_minute;
      drop table plan_quota;
      drop table plan`);
  }
}

const PLANS = `
  create table plan (
    name text primary key,
    requests_per_minute integer check (requests_per_minute >= 0),
    created_at timestamptz(3) not null
  );
  comment on table plan is 'Limits that accounts share. What an account or a key says of itself comes first.';
  comment on column plan.requests_per_minute is 'Of each key; 0: any number; null: as the setting says.';
  create table plan_quota (
    plan text not null references plan (name) on delete cascade,
    kind text not null check (kind in ('alerts', 'shapes', 'favorites', 'keys')),
    maximum integer not null check (maximum >= 0),
    primary key (plan, kind)
  );
  comment on table plan_quota is 'What accounts of a plan may have of a kind; without a row: as the setting says.';
  alter table account add column plan text references plan (name),
    add column requests_per_minute integer check (requests_per_minute >= 0);
  create index account_plan on account (plan) where plan is not null;
  comment on column account.requests_per_minute is 'Of each of its keys; 0: any number; null: as its plan says.';
  alter table api_key add column requests_per_minute integer check (requests_per_minute >= 0),
    add column scopes text[] not null default '{}';
  comment on column api_key.requests_per_minute is '0: any number; null: as its account says.';
  comment on column api_key.scopes is 'What it is narrowed to; none: all that its role may.';
`;

const HELD_BACK = `
  alter table delivery_endpoint drop constraint delivery_endpoint_waits_for_check,
    add constraint delivery_endpoint_waits_for_check check (waits_for in ('ACCOUNT', 'MAIL_SERVER', 'CONFIRMATION'));
  comment on column account.blocked_at is 'Set while none of its keys is admitted and nothing is sent for it.';
`;
