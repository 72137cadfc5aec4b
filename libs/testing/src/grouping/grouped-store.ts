import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ingestFeed, type IngestReport } from '@gable/ingest';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { feedState, RECOGNISABLE_FLAT } from '../store/feed-state.js';

/** A store that is filled by the line and asked about its properties. */
export class GroupedStore {
  private readonly rejectFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gable-groups-')), 'rejects.ndjson');
  private minutes = 0;

  private constructor(
    readonly testDatabase: TestDatabase,
    readonly database: Database,
  ) {}

  static async open(): Promise<GroupedStore> {
    const testDatabase = await createTestDatabase();
    return new GroupedStore(testDatabase, await openDatabase(testDatabase.url, { poolSize: 6 }));
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.testDatabase.drop();
    fs.rmSync(path.dirname(this.rejectFile), { recursive: true });
  }

  /** Forgets every listing and every decision. */
  async empty(): Promise<void> {
    await this.database
      .query(`truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property,
        source, favorite_property,
      grouping_tie, grouping_decision, regroup_run, regroup_plan cascade`);
  }

  /**
   * Commits these states as one feed, each a minute after the one before. What a listing does not say is that of one
   * flat in Lyon.
   */
  async feed(...adverts: Record<string, unknown>[]): Promise<void> {
    await this.lines(
      adverts.map((advert) =>
        JSON.stringify({
          ...FLAT,
          observedAt: new Date(Date.UTC(2026, 0, 1) + (this.minutes += 1) * 60_000).toISOString(),
          ...advert,
        }),
      ),
    );
  }

  /** Commits lines of a feed. */
  async lines(lines: readonly string[]): Promise<IngestReport> {
    const report = await ingestFeed(
      this.database,
      Readable.from([Buffer.from(lines.join('\n'))], { objectMode: false }),
      { rejectFile: this.rejectFile },
    );
    if (report.rejected > 0) throw new Error(fs.readFileSync(this.rejectFile, 'utf8'));
    return report;
  }

  /** The id of a listing. */
  async listing(externalId: string): Promise<string> {
    const [row] = await this.database.query<{ id: string }>('select id from listing where external_id = $1', [
      externalId,
    ]);
    return row!.id;
  }

  /** The property of a listing. */
  async property(externalId: string): Promise<string> {
    const [row] = await this.database.query<{ id: string }>(
      'select property_id as id from listing where external_id = $1',
      [externalId],
    );
    return row!.id;
  }

  /** Who stands together, by the names of the listings: `a b` for a property of both; in the order of names. */
  async homes(): Promise<string[]> {
    const rows = await this.database.query<{ home: string }>(
      `select string_agg(external_id, ' ' order by external_id) as home from listing group by property_id order by 1`,
    );
    return rows.map(({ home }) => home);
  }
}

const { externalId: _, ...FLAT } = feedState(RECOGNISABLE_FLAT);
