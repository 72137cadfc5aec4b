import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people decide about grouping, the progress of `gable regroup`, and what alerts have to know of a home whose adverts went. */
export class Grouping1764400000010 implements MigrationInterface {
  name = 'Grouping1764400000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DECISION_TABLES);
    await runner.query(REGROUP_TABLES);
    await runner.query(CHANGE_COLUMN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table grouping_tie, grouping_decision, regroup_plan, regroup_run');
    await runner.query('alter table listing_change drop column offline_sibling_ids');
  }
}

const DECISION_TABLES = `
  -- The audit trail: who decided what, when and why. Rows are never removed; a decision that was taken back says by whom.
  create table grouping_decision (
    id uuid primary key,
    kind text not null check (kind in ('MERGE', 'SPLIT')),
    decided_by text not null,
    decided_at timestamptz(3) not null,
    reason text,
    -- of a merge those put together, the survivor first; of a split the one that was cut and the new one
    property_ids uuid[] not null,
    -- of a merge all listings of the home; of a split those that left
    listing_ids uuid[] not null,
    withdrawn_by text,
    withdrawn_at timestamptz(3),
    withdrawn_reason text
  );
  create index grouping_decision_listing on grouping_decision using gin (listing_ids);

  -- What standing decisions ask of two listings, each pair in both directions: to be one home, or never to be.
  create table grouping_tie (
    listing_id uuid not null,
    other_id uuid not null,
    together boolean not null,
    decision_id uuid not null references grouping_decision (id),
    primary key (listing_id, other_id, decision_id)
  );
  create index grouping_tie_decision on grouping_tie (decision_id);
`;

const REGROUP_TABLES = `
  -- How far a run over the whole store is, written with what it changed: a killed one goes on from here.
  create table regroup_run (
    id uuid primary key,
    dry_run boolean not null,
    started_at timestamptz(3) not null,
    finished_at timestamptz(3),
    pass integer not null default 1,
    -- the last property that this pass has looked at; null before the first
    position uuid,
    -- what is left to be found would be found by one more pass
    is_clean boolean not null default true,
    report jsonb not null
  );

  -- Where a dry run would put listings. Nothing in it has to survive a crash of the server.
  create unlogged table regroup_plan (
    listing_id uuid primary key,
    property_id uuid not null
  );
  create index regroup_plan_property on regroup_plan (property_id);
`;

const CHANGE_COLUMN = `
  -- The offline listings of the property at the commit, null where there are none: an alert that met one of them knows the home.
  alter table listing_change add column offline_sibling_ids uuid[];
`;
