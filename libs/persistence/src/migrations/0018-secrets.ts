import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which secrets the database was written with (their fingerprints), under which pepper each API key stands, and what
 * operators did by hand.
 */
export class Secrets1764800000018 implements MigrationInterface {
  name = 'Secrets1764800000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table secret_key (
        kind text not null,
        key_id text not null,
        fingerprint bytea not null,
        state text not null,
        since timestamptz(3) not null,
        primary key (kind, key_id),
        constraint secret_key_kind_check check (kind in ('keyPepper', 'cursorSecret', 'signingKeyEncryptionKey')),
        constraint secret_key_state_check check (state in ('ACTIVE', 'READ', 'RETIRED'))
      );
      create unique index secret_key_active on secret_key (kind) where state = 'ACTIVE';
      comment on table secret_key is 'Fingerprints of the secrets that this database was written with.';
      comment on column secret_key.key_id is 'The beginning of the fingerprint; what is sealed names its key by it.';
      comment on column secret_key.fingerprint is 'HMAC-SHA-256 under the secret; tells nothing of it.';
      comment on column secret_key.state is 'ACTIVE: written with. READ: something may stand under it. RETIRED: nothing does.';
      alter table api_key add column pepper_id text;
      comment on column api_key.pepper_id is 'Of the pepper of the hash; null: of any of the ring.';
      create table audit_entry (
        id bigint generated always as identity primary key,
        at timestamptz(3) not null,
        actor text not null,
        action text not null,
        subject jsonb not null,
        outcome jsonb not null,
        finished_at timestamptz(3)
      );
      comment on table audit_entry is 'What operators did by hand, and when. Rows are never removed.';
      comment on column audit_entry.actor is 'Who did it, as they say.';
      comment on column audit_entry.outcome is 'How far it came, kept with each portion.';
      comment on column audit_entry.finished_at is 'Null while it is under way, and where it was interrupted.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table secret_key, audit_entry; alter table api_key drop column pepper_id');
  }
}
