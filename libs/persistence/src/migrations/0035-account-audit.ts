import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose account something was done to, so that the account can read it. */
export class AccountAudit1764800000035 implements MigrationInterface {
  name = 'AccountAudit1764800000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit_entry add column account_id uuid, add column api_key_id uuid;
      create index audit_entry_account on audit_entry (account_id, id) where account_id is not null;
      create index audit_entry_by_hand on audit_entry (id) where api_key_id is null;
      comment on column audit_entry.account_id is 'The account that it concerns and that may read it.';
      comment on column audit_entry.api_key_id is 'The key that did it; null: an operator, by hand.';
      comment on table audit_entry is
        'What operators did by hand, and what keys of accounts changed. Ids and times; rows are never removed.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index audit_entry_account, audit_entry_by_hand;
      alter table audit_entry drop column account_id, drop column api_key_id;
      comment on table audit_entry is 'What operators did by hand, and when. Rows are never removed.';
    `);
  }
}
