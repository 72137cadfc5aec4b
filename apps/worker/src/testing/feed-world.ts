import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { FeedFolder } from './feed-folder.js';

/** What feeds change; the next test begins without it. */
const EMPTY = `truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty, property,
  source_figures`;

/** The store of the tests of a file, and a drop folder for each; to be read in `beforeEach` or later. */
export class FeedWorld {
  database!: Database;
  feeds!: FeedFolder;
  private testDatabase!: TestDatabase;

  get url(): string {
    return this.testDatabase.url;
  }

  constructor() {
    beforeAll(async () => {
      this.testDatabase = await createTestDatabase();
      this.database = await openDatabase(this.testDatabase.url, { poolSize: 6 });
    });
    beforeEach(async () => {
      await this.database.query(EMPTY);
      this.feeds = new FeedFolder();
    });
    afterEach(() => this.feeds.remove());
    afterAll(async () => {
      await this.database.close();
      await this.testDatabase.drop();
    });
  }
}
