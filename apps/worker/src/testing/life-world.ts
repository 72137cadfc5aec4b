import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownListing } from '@gable/domain/listing';
import { AccountStore } from '@gable/persistence/accounts';
import type { Database } from '@gable/persistence';
import {
  TrackedAlerts,
  checkRecords,
  committedChanges,
  expectedEvents,
  lineOf,
  MovingTown,
  recordedEvents,
  recordedNotifications,
  type Findings,
} from '@gable/testing';
import { ingestFeed } from '@gable/ingest';
import { passFence } from './pass-fence.js';
import { whileWriteWaits } from './slow-writes.js';
import { TestConsumer } from './test-consumer.js';

/**
 * Tables that a step of the walk writes, in its order: where one is locked from outside, the step stands still there.
 */
export const STOPS = ['alert_shard', 'alert_event', 'event_notification'] as const;
export type Stop = (typeof STOPS)[number];

/** Where a world takes place. */
export interface Stage {
  readonly database: Database;
  readonly url: string;
  /** No command lets a write and a step overlap: then every alert has one life only. */
  readonly keepsStill: boolean;
  /** Lets workers believe that a second has passed: they look at each other once in that time. */
  readonly passSecond: () => void;
}

/** A database with a town, alerts and two walkers, in which one thing happens after the other. */
export class LifeWorld {
  private constructor(
    private readonly stage: Stage,
    readonly book: TrackedAlerts,
    readonly town: MovingTown,
    readonly sample: readonly KnownListing[],
    private readonly walkers: TestConsumer[],
  ) {}

  /** Begins anew in the same database. */
  static async begin(stage: Stage, seed: number): Promise<LifeWorld> {
    const { database, url, keepsStill } = stage;
    await database.query(EMPTY);
    const { id } = await new AccountStore(database).ensure('Life', await database.now());
    const town = new MovingTown(seed);
    await ingest(database, town.arrive(12));
    const sample = (await committedChanges(database)).map(({ after }) => after.listing);
    const walkers = [await TestConsumer.start(url), await TestConsumer.start(url)];
    return new LifeWorld(stage, new TrackedAlerts(database, id, keepsStill), town, sample, walkers);
  }

  ingest(lines: readonly string[]): Promise<void> {
    return ingest(this.stage.database, lines);
  }

  /** A single step: a batch of changes, or a portion of the alerts of new shards. */
  step(place: number): Promise<boolean> {
    return this.walkers[place]!.step();
  }

  /** Steps until there is nothing to do. */
  async walk(place: number): Promise<void> {
    this.stage.passSecond();
    for (let steps = 0; steps < MOST_STEPS && (await this.step(place));) steps += 1;
  }

  /** The walker loses all its connections between two steps; another begins. */
  async kill(place: number): Promise<void> {
    await this.walkers[place]!.kill(this.stage.database);
    this.walkers[place] = await TestConsumer.start(this.stage.url);
  }

  /** The walker stops in order, which gives its shards back; another begins. */
  async relieve(place: number): Promise<void> {
    await this.walkers[place]!.leave();
    this.walkers[place] = await TestConsumer.start(this.stage.url);
  }

  /**
   * Lets a walk run up to a table, and the walker lose its connections there. One that does not get so far has ended.
   */
  async killInStep(place: number, stop: Stop): Promise<void> {
    const walker = this.walkers[place]!;
    await this.whileLocked(stop, async () => {
      const step = this.walk(place).catch(() => {}); // it is to fail
      await walker.untilItWaits(this.stage.database, step);
      await walker.kill(this.stage.database);
      await step;
    });
    this.walkers[place] = await TestConsumer.start(this.stage.url);
  }

  /**
   * A walker stands still before its commit for longer than its lease. Something happens, the other takes its shards
   * and walks, and then it goes on.
   */
  async overtakeInStep(place: number, happen: () => Promise<void> = async () => {}): Promise<void> {
    const walker = this.walkers[place]!;
    const hold = walker.holdCommits();
    const late = this.walk(place);
    await Promise.race([hold.reached, late]);
    await walker.expireLease(this.stage.database);
    await happen();
    await this.walk(1 - place);
    hold.release();
    await late;
  }

  /** Lets something happen while a step stands still in its transaction. */
  async duringStep(place: number, stop: Stop, happen: () => Promise<void>): Promise<void> {
    const walker = this.walkers[place]!;
    let happening = Promise.resolve();
    let step = Promise.resolve();
    await this.whileLocked(stop, async () => {
      step = this.walk(place);
      await walker.untilItWaits(this.stage.database, step);
      happening = happen();
      await Promise.race([happening, sleep(50)]); // it may have to wait for the step
    });
    await Promise.all([happening, step]);
  }

  /** Lets something happen after a step was decided and before its transaction begins. */
  async beforeCommit(place: number, happen: () => Promise<void>): Promise<void> {
    const hold = this.walkers[place]!.holdCommits();
    const step = this.walk(place);
    await Promise.race([hold.reached, step]);
    await happen();
    hold.release();
    await step;
  }

  /** Walks while a write of an alert is as good as done and not committed yet, as a slow disk would have it. */
  async walkDuringWrite(place: number, write: () => Promise<void>): Promise<void> {
    const { database } = this.stage;
    let work: Promise<unknown>[] = [];
    await whileWriteWaits(database, write, async (writing) => {
      const walking = this.walk(place);
      work = [writing, walking];
      await Promise.race([walking, sleep(50)]); // it may have to wait for the write
    });
    await Promise.all(work);
  }

  /**
   * A writer that does not wait for its turn: its change has the lower number and is committed when later ones have
   * been, and walkers have come by.
   */
  async commitLate(count: number): Promise<void> {
    // As a source says it: a sampled listing also has what ingest made of the states before.
    const { past: _past, sourceId: _source, ...said } = this.sample[0]!;
    await this.stage.database.transaction(async (open) => {
      await open.query(NEW_LISTING, [JSON.stringify(said)]);
      await this.ingest(this.town.change(count));
      await this.walk(0);
      await this.walk(1);
    });
  }

  /** Both walk until nothing is left; then what stands there is compared with what must. */
  async settle(): Promise<Findings> {
    await passFence(this.stage.database);
    for (let tries = 0; (await this.waiting()) > 0; tries += 1) {
      if (tries > MOST_STEPS) throw new Error('The walkers do not come to an end.');
      this.stage.passSecond();
      const more = [await this.step(0), await this.step(1)].some(Boolean);
      if (!more) await sleep(2);
    }
    const [changes, events, notifications] = [
      await committedChanges(this.stage.database),
      await recordedEvents(this.stage.database),
      await recordedNotifications(this.stage.database),
    ];
    return checkRecords(this.book.timelines, changes, events, notifications);
  }

  /** For whoever reads a failure: the phases of the alerts that findings name, and the places of all changes. */
  async livesOf(findings: Findings): Promise<string[]> {
    const text = JSON.stringify(findings);
    const lives = this.book.timelines.filter(({ alertId }) => text.includes(alertId));
    if (lives.length === 0) return [];
    const changes = await committedChanges(this.stage.database);
    return [
      ...lives.map((life) => JSON.stringify(life)),
      ...changes.map(({ at, listingId, revisionId }) => `${at}: ${listingId} r${revisionId}`),
    ];
  }

  /** Lines of all events, as they are and as they must be. Only of a world in which writes and steps never overlap. */
  async eventLines(): Promise<{ recorded: string[]; expected: string[] }> {
    const changes = await committedChanges(this.stage.database);
    return {
      recorded: (await recordedEvents(this.stage.database)).map(lineOf).sort(),
      expected: this.book.timelines
        .flatMap((life) => expectedEvents(life, changes))
        .map(lineOf)
        .sort(),
    };
  }

  async end(): Promise<void> {
    for (const walker of this.walkers) await walker.leave();
  }

  private async waiting(): Promise<number> {
    const [row] = await this.stage.database.query<{ waiting: number }>(
      'select count(*) as waiting from kept_change where id > (select min(position) from alert_shard)',
    );
    return row!.waiting;
  }

  private async whileLocked(table: Stop, work: () => Promise<void>): Promise<void> {
    await this.stage.database.transaction(async (transaction) => {
      await transaction.query(`lock table ${table} in exclusive mode`);
      await work();
    });
  }
}

/** More than it takes to load all shards and walk what one run ingests. */
const MOST_STEPS = 1_000;

async function ingest(database: Database, lines: readonly string[]): Promise<void> {
  const report = await ingestFeed(database, Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), {
    rejectFile: path.join(os.tmpdir(), `gable-life-${process.pid}.ndjson`),
  });
  if (report.rejected > 0) throw new Error(`${report.rejected} generated lines were refused.`);
}

const NEW_LISTING = `
  with new as (
    insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
      content_hash, created_at, updated_at)
    select id, coalesce((select id from source limit 1), id), id::text, gen_random_uuid(), 1, true, now(), now(), '',
      now(), now()
    from gen_random_uuid() as id
    returning id, property_id
  ), revision as (
    insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state) select id, 1,
      true, now(), now(), $1::json from new
  )
  insert into listing_change (listing_id, property_id, revision_id, sibling_ids, sibling_revisions, created_at)
    select id, property_id, 1, '{}', '{}', now() from new`;

/** The numbers of changes and the positions of the shards go on: what is empty begins beyond them. */
const EMPTY = `
  truncate listing, listing_revision, listing_block, listing_change, kept_change, market_event, index_dirty,
    property, alert, alert_criteria_history, alert_event,
    event_notification, match_inflight, match_suspect, dead_letter`;
