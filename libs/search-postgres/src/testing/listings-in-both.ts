import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { openDatabase, type Database } from '@gable/persistence';
import { compileToOpenSearch } from '@gable/search';
import { MAX_CLAUSES, MAX_DEPTH, placeOfId, singleListingDocuments } from '@gable/search/testing';
import { createTestDatabase, createTestIndex, type TestDatabase, type TestIndex } from '@gable/testing';
import { compileToSql } from '../engine/compile-to-sql.js';
import { storeListings } from './store-properties.js';

/** The same listings in PostgreSQL and in OpenSearch, named by their places in the list that was stored. */
export class ListingsInBoth {
  private places: ReadonlyMap<string, number> = new Map();

  private constructor(
    private readonly testDatabase: TestDatabase,
    private readonly database: Database,
    private readonly index: TestIndex,
  ) {}

  /** `url` is what `describeOpenSearch` gives. */
  static async open(url: string): Promise<ListingsInBoth> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url, { poolSize: 2 });
    return new ListingsInBoth(testDatabase, database, await createTestIndex(url));
  }

  /** In the place of those that are there. A document and a page hold 10,000 at most. */
  async store(listings: readonly Listing[]): Promise<void> {
    await Promise.all([this.database.query('truncate listing'), this.index.clear()]);
    this.places = new Map((await storeListings(this.database, listings)).map((id, place) => [id, place]));
    await this.index.write(singleListingDocuments(listings));
  }

  /** Words of titles are asked of their index, or of the texts, as where rows of an earlier release are about. */
  async foundBySql(criteria: Criteria, hasTitleWords = true): Promise<Set<number>> {
    const { text, parameters } = compileToSql(criteria, { hasTitleWords });
    const rows = await this.database.query<{ id: string }>(
      `select l.id from listing l where l.online and ${text}`,
      parameters,
    );
    return new Set(rows.map(({ id }) => this.places.get(id)!));
  }

  async foundByOpenSearch(criteria: Criteria): Promise<Set<number>> {
    const { query, clauses, depth } = compileToOpenSearch(criteria);
    if (clauses > MAX_CLAUSES || depth > MAX_DEPTH)
      throw new Error(`a tree of ${clauses} clauses and ${depth} levels would not be asked`);
    const { body } = await this.index.client.search({
      index: this.index.index,
      size: 10_000,
      body: { query: { bool: { filter: [query] } }, _source: false },
    });
    return new Set(body.hits.hits.map(({ _id: id }) => placeOfId(id!)));
  }

  async close(): Promise<void> {
    await this.index.drop();
    await this.database.close();
    await this.testDatabase.drop();
  }
}
