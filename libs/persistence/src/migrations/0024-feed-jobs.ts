import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feeds that arrive over HTTP: keys bound to sources, jobs, and the spool in which their bytes wait for a worker. */
export class FeedJobs1764800000024 implements MigrationInterface {
  name = 'FeedJobs1764800000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEYS);
    await runner.query(JOBS);
    await runner.query(PORTIONS);
  }

  /** Keys of the role go: the schema of before has none. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table feed_reject_portion, feed_portion, feed_job;
      delete from api_key where role = 'ROLE_FEED_PROVIDER';
      update account_quota set used = (
        select count(*) from api_key where account_id = account_quota.account_id and revoked_at is null)
        where kind = 'keys';
      alter table api_key drop column sources, drop constraint api_key_role_check,
        add constraint api_key_role_check check (role in ('ROLE_API_CLIENT', 'ROLE_SAAS_USER'))`);
  }
}

const KEYS = `
  alter table api_key drop constraint api_key_role_check,
    add constraint api_key_role_check check (role in ('ROLE_API_CLIENT', 'ROLE_SAAS_USER', 'ROLE_FEED_PROVIDER')),
    add column sources text[] not null default '{}',
    add constraint api_key_sources_check check ((role = 'ROLE_FEED_PROVIDER') = (cardinality(sources) > 0));
  comment on column api_key.sources is 'Domains whose feeds a ROLE_FEED_PROVIDER may send.'`;

const JOBS = `
  create table feed_job (
    id uuid primary key,
    account_id uuid not null references account (id),
    domain text not null,
    state text not null constraint feed_job_state_check
      check (state in ('UPLOADING', 'WAITING', 'READING', 'DONE', 'FAILED')),
    idempotency_key text,
    content_hash bytea,
    created_at timestamptz(3) not null,
    touched_at timestamptz(3) not null,
    received_at timestamptz(3),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    not_before timestamptz(3),
    spooled_until timestamptz(3),
    received_bytes bigint not null default 0,
    unpacked_bytes bigint not null default 0,
    portions integer not null default 0,
    spooled_bytes bigint not null default 0,
    reject_bytes bigint not null default 0,
    attempt integer not null default 0,
    tries integer not null default 0,
    deaths integer not null default 0,
    report jsonb,
    first_rejects jsonb,
    reason text
  );
  create unique index feed_job_once on feed_job (account_id, domain, idempotency_key) where idempotency_key is not null;
  create index feed_job_domain on feed_job (domain, id);
  create index feed_job_account on feed_job (account_id, domain, id);
  create index feed_job_open on feed_job (domain, id) where state in ('UPLOADING', 'WAITING', 'READING');
  create index feed_job_spooled on feed_job (account_id) where spooled_bytes > 0;
  create index feed_job_rejected on feed_job (account_id, id) where reject_bytes > 0;
  create index feed_job_finished on feed_job (finished_at);
  comment on table feed_job is 'A feed that arrived over HTTP, from its upload to what became of it.';
  comment on column feed_job.domain is 'The source that all its lines are of.';
  comment on column feed_job.state is
    'UPLOADING: it arrives and is not read. WAITING, READING: a worker reads it. FAILED: it was given up.';
  comment on column feed_job.content_hash is 'SHA-256 of the unpacked content; null while it arrives.';
  comment on column feed_job.touched_at is 'When its last portion arrived: an upload that was cut is known by it.';
  comment on column feed_job.not_before is 'A job that failed is not tried again before.';
  comment on column feed_job.spooled_until is 'Until then the portions of a job that was given up are kept.';
  comment on column feed_job.spooled_bytes is 'Of its portions, as they are stored; 0 once they were removed.';
  comment on column feed_job.reject_bytes is 'Of its rejected lines, as they are stored; 0 once they were removed.';
  comment on column feed_job.attempt is 'Rises with each reading: a reader that was replaced cannot finish it.';
  comment on column feed_job.deaths is 'How often a worker ended while it read the job.';
  comment on column feed_job.report is 'What was read so far, or in the end.';
  comment on column feed_job.first_rejects is 'The first 100 rejected lines, without their text.'`;

/** Bytes that are compressed already: PostgreSQL is not to try it again. */
const PORTIONS = `
  create table feed_portion (
    job_id uuid not null references feed_job (id),
    number integer not null,
    bytes bytea not null,
    primary key (job_id, number)
  );
  alter table feed_portion alter column bytes set storage external;
  comment on table feed_portion is 'The spool: of each job one gzip stream, cut into portions.';
  create table feed_reject_portion (
    job_id uuid not null references feed_job (id),
    number integer not null,
    bytes bytea not null,
    primary key (job_id, number)
  );
  alter table feed_reject_portion alter column bytes set storage external;
  comment on table feed_reject_portion is 'Rejected lines of a job as NDJSON, each portion compressed by itself.'`;
