import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import { openDatabase, type Database } from '@gable/persistence';
import {
  IndexAdmin,
  indexNames,
  openSearchClient,
  Rebuild,
  type OpenSearchClient,
  type RebuildSizes,
  type SearchDocument,
} from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import { createTestDatabase, MovingTown, TOWN_DIVISIONS, type TestDatabase } from '@gable/testing';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import type { BatchOutcome } from '../indexing/index-batch.js';
import { IndexAudit } from '../indexing/index-audit.js';
import { IndexBuildingStage } from '../indexing/index-building-stage.js';
import { INDEX_TIMES, IndexUpkeepStage, type IndexTimes } from '../indexing/index-upkeep-stage.js';
import { IndexingStage } from '../indexing/indexing-stage.js';

/**
 * A store that a town changes, a real OpenSearch behind an alias of its own, and the stages that keep the one in step
 * with the other.
 */
export class IndexWorld {
  readonly town = new MovingTown(7);
  readonly marks: MarkStore;
  readonly indices: SearchIndexStore;
  readonly documents: PostgresPropertyDocuments;
  readonly admin: IndexAdmin;
  readonly outcomes: BatchOutcome[] = [];
  readonly lost: string[] = [];
  readonly heldUp: (string | null)[] = [];
  readonly drifts: Readonly<Record<string, number>>[] = [];
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-index-world-'));

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: Database,
    readonly client: OpenSearchClient,
  ) {
    this.marks = new MarkStore(database);
    this.indices = new SearchIndexStore(database);
    this.documents = new PostgresPropertyDocuments(database);
    this.admin = new IndexAdmin(client, indexNames(`spec-${randomUUID()}`));
  }

  static async open(url: string): Promise<IndexWorld> {
    const testDatabase = await createTestDatabase();
    const world = new IndexWorld(
      testDatabase,
      await openDatabase(testDatabase.url, { poolSize: 8 }),
      openSearchClient(url, { timeoutMs: 30_000 }),
    );
    await loadDivisions(world.database, streamOf(TOWN_DIVISIONS), { rejectFile: path.join(world.folder, 'rejects') });
    return world;
  }

  /** Empties both sides. */
  async clear(): Promise<void> {
    await this.database.query(
      `truncate listing, listing_revision, listing_block, listing_change, market_event, property, index_dirty,
        index_refused, search_index`,
    );
    await this.client.indices.delete({ index: this.admin.names.pattern, ignore_unavailable: true });
    for (const told of [this.outcomes, this.lost, this.heldUp, this.drifts]) told.length = 0;
  }

  async close(): Promise<void> {
    await this.clear();
    await this.client.close();
    await this.database.close();
    await this.testDatabase.drop();
    fs.rmSync(this.folder, { recursive: true });
  }

  async ingest(lines: readonly string[]): Promise<void> {
    await ingestFeed(this.database, streamOf(lines), { rejectFile: path.join(this.folder, 'rejects') });
  }

  indexing(client = this.client): IndexingStage {
    const admin = client === this.client ? this.admin : new IndexAdmin(client, this.admin.names);
    return new IndexingStage(this.marks, this.indices, this.documents, admin, {
      written: (outcome) => void this.outcomes.push(outcome),
      searchable: () => {},
      lost: (name) => void this.lost.push(name),
      heldUp: (reason) => void this.heldUp.push(reason),
    });
  }

  rebuild(sizes?: RebuildSizes): Rebuild {
    return new Rebuild(this.admin, this.indices, this.documents, this.marks, () => Promise.resolve(), sizes);
  }

  building(): IndexBuildingStage {
    return new IndexBuildingStage(this.database, this.indices, this.admin, this.rebuild(), { progressed: () => {} });
  }

  upkeep(times: Partial<IndexTimes> = {}): IndexUpkeepStage {
    return new IndexUpkeepStage(
      this.database,
      this.indices,
      this.admin,
      new IndexAudit(this.marks, this.indices, this.documents, this.admin),
      { audited: (drift) => void this.drifts.push(drift), searchedAgain: () => {} },
      { ...INDEX_TIMES, ...times },
    );
  }

  /** Makes the first index. */
  async build(): Promise<void> {
    const building = this.building();
    while (await building.step());
  }

  /** Steps until no mark is left. */
  async drain(stage = this.indexing()): Promise<void> {
    while ((await this.marked()).length > 0) await stage.step();
  }

  async marked(): Promise<string[]> {
    return (await this.database.query<{ id: string }>('select property_id as id from index_dirty')).map(({ id }) => id);
  }

  /** What should be found, by id. */
  async expected(): Promise<Map<string, SearchDocument>> {
    return new Map((await this.documents.before(null, 100_000)).map(({ id, document }) => [id, document!]));
  }

  /** What is there and no tombstone, by id; of the index that is searched or of a named one. */
  async indexed(index = this.admin.names.alias): Promise<Map<string, SearchDocument>> {
    await this.client.indices.refresh({ index });
    const { body } = await this.client.search({
      index,
      body: {
        query: { bool: { must_not: [{ exists: { field: 'removedAt' } }] } },
        size: 10_000,
        sort: [{ id: 'asc' }],
      } as never,
    });
    return new Map(
      (body.hits.hits as unknown as { _source: SearchDocument }[]).map(({ _source }) => [_source.id, _source]),
    );
  }

  /** Writes a document past the indexers, as nothing of ours does, whatever was there: null = removes it. */
  async tamper(id: string, document: SearchDocument | null): Promise<void> {
    const [index] = await this.admin.searched();
    await this.client.indices.putSettings({ index: index!, body: { index: { gc_deletes: '1ms' } } });
    for (let status = 409; status === 409;) {
      await this.client.delete({ index: index!, id }, { ignore: [404] });
      await this.client.indices.refresh({ index: index! });
      if (document === null) return;
      const params = {
        index: index!,
        id,
        version: document.revision,
        version_type: 'external' as const,
        refresh: true as const,
        body: document as never,
      };
      status = (await this.client.index(params, { ignore: [409] })).statusCode ?? 0;
    }
  }
}

function streamOf(lines: readonly string[]): Readable {
  return Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
}
