import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { ALERT_EVENT_TYPES, type AlertDraft, type NotificationRule } from '@gable/domain/alert';
import { parseCriteria } from '@gable/domain/criteria';
import { ingestFeed } from '@gable/ingest';
import { AccountStore } from '@gable/persistence/accounts';
import { AlertStore } from '@gable/persistence/alerts';
import { openDatabase, type Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { createTestDatabase, feedState, type TestDatabase } from '@gable/testing';
import type { AlertMatcher } from '../matching/alert-matcher.js';
import { createAlertMatcher } from '../matching/alert-matcher.js';
import { MatchingStage } from '../matching/matching-stage.js';
import { passFence } from './pass-fence.js';

/** What a test says of an alert; criteria in the API's own spelling. */
export interface AlertPlan {
  criteria?: object;
  rules?: NotificationRule[] | null;
  destination?: AlertDraft['destination'];
  active?: boolean;
}

export const SILENT = { stepped: () => {}, loaded: () => {}, begunAnew: () => {}, compilingFailed: () => {} };

/** A store with one account, feeds by the line, and workers that are stepped by hand. */
export class MatchedStore {
  private readonly rejectFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gable-walk-')), 'rejects.ndjson');
  private readonly opened: Database[] = [];
  private seconds = 0;
  readonly alerts: AlertStore;

  private constructor(
    readonly testDatabase: TestDatabase,
    readonly database: Database,
    readonly accountId: string,
  ) {
    this.alerts = new AlertStore(database, new Sealer(Buffer.alloc(32, 7).toString('base64')));
  }

  static async open(): Promise<MatchedStore> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url, { poolSize: 6 });
    const { id } = await new AccountStore(database).ensure('Customer', await database.now());
    return new MatchedStore(testDatabase, database, id);
  }

  async close(): Promise<void> {
    await Promise.all([this.database, ...this.opened].map((database) => database.close().catch(() => {})));
    await this.testDatabase.drop();
    fs.rmSync(path.dirname(this.rejectFile), { recursive: true });
  }

  /** Removes adverts, alerts and their records behind everybody's back; workers have to begin anew. */
  async empty(): Promise<void> {
    await this.database
      .query(`truncate alert, alert_event, event_notification, event_destination, dead_letter, match_suspect,
        listing, listing_revision, listing_block, listing_change,
      market_event, index_dirty, property`);
  }

  /** A worker with connections of its own, as another process has them. */
  async worker(
    name: string,
    createMatcher: () => AlertMatcher = createAlertMatcher,
  ): Promise<{ stage: MatchingStage; database: Database }> {
    const database = await openDatabase(this.testDatabase.url, { poolSize: 3, applicationName: name });
    this.opened.push(database);
    return { stage: new MatchingStage(database, SILENT, createMatcher), database };
  }

  /** Cuts all connections of a worker, as the end of its process does. */
  async kill(name: string): Promise<void> {
    await this.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
      [name],
    );
  }

  async alert({ criteria = {}, rules = null, destination = null, active = true }: AlertPlan = {}): Promise<string> {
    const draft: AlertDraft = {
      name: 'Wish',
      active,
      searchMode: 'advanced',
      classicFilters: null,
      criteria: criteriaOf(criteria),
      notificationConfig: rules && { rules },
      destination,
      signingKey: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
    };
    return (await this.alerts.create(this.accountId, draft, await this.database.now())).id;
  }

  async edit(id: string, edit: Partial<AlertDraft>): Promise<void> {
    if (
      (await this.alerts.replace(
        this.accountId,
        id,
        (current) => ({ ...current, ...edit }),
        await this.database.now(),
      )) === null
    )
      throw new Error('no such alert');
  }

  /** Commits the states of these adverts, one feed. Each call is a second later than the one before. */
  async feed(...adverts: Record<string, unknown>[]): Promise<void> {
    const observedAt = new Date(Date.UTC(2026, 0, 1) + ++this.seconds * 1_000).toISOString();
    const lines = adverts.map((advert) => JSON.stringify(feedState({ observedAt, ...advert })));
    const report = await ingestFeed(
      this.database,
      Readable.from([Buffer.from(lines.join('\n'))], { objectMode: false }),
      { rejectFile: this.rejectFile },
    );
    if (report.rejected > 0) throw new Error(fs.readFileSync(this.rejectFile, 'utf8'));
  }

  /** Events in the order of their making, as `externalId revision TYPE`; of one alert or of all. */
  async events(alertId: string | null = null): Promise<string[]> {
    const rows = await this.database.query<{ external_id: string; revision_id: number; event_type: number }>(
      `
      select external_id, event.revision_id, event_type from alert_event event join listing on listing.id =
        event.listing_id
      where $1::uuid is null or alert_id = $1 order by event.id`,
      [alertId],
    );
    return rows.map((row) => `${row.external_id} ${row.revision_id} ${ALERT_EVENT_TYPES[row.event_type]}`);
  }

  /** Changes that some shard has not passed. */
  async waiting(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      'select count(*) from listing_change where id > (select min(position) from alert_shard)',
    );
    return row!.count;
  }

  /** Steps until everything is walked. */
  async walk(...stages: MatchingStage[]): Promise<void> {
    await passFence(this.database);
    for (let tries = 0; tries < 2_000; tries += 1) {
      for (const stage of stages)
        await stage.step().catch((error: unknown) => {
          if (tries > 1_000) throw error;
        });
      if ((await this.waiting()) === 0) return;
      await sleep(5);
    }
    throw new Error(`${await this.waiting()} changes are still waiting.`);
  }
}

export function criteriaOf(spelling: object) {
  const parsed = parseCriteria(spelling);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}
