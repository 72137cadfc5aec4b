import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account has and may have, counted in a row: the answer costs the same however much it has. */
export class AccountQuotas1764800000017 implements MigrationInterface {
  name = 'AccountQuotas1764800000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_QUOTAS);
    await runner.query(COUNT_WHAT_IS_THERE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_quota');
  }
}

const CREATE_QUOTAS = `
  create table account_quota (
    account_id uuid not null references account (id) on delete cascade,
    kind text not null check (kind in ('alerts', 'shapes', 'favorites', 'keys')),
    used integer not null default 0 check (used >= 0),
    maximum integer check (maximum >= 0),
    primary key (account_id, kind)
  );
  comment on table account_quota is
    'What an account has and may have of a kind. The row is the lock of whoever adds one: the last of a transaction.';
  comment on column account_quota.used is
    'Alerts and shapes that exist, favourites, keys that are not revoked.';
  comment on column account_quota.maximum is 'Set by the operator for this account; null: as for all.';
`;

const COUNT_WHAT_IS_THERE = `
  insert into account_quota (account_id, kind, used)
  select account_id, 'alerts', count(*) from alert where deleted_at is null group by account_id
  union all select account_id, 'shapes', count(*) from shape group by account_id
  union all select account_id, 'favorites', count(*) from favorite_property group by account_id
  union all select account_id, 'keys', count(*) from api_key where revoked_at is null group by account_id;
`;
