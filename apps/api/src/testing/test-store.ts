import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '@gable/persistence';
import { openSecrets, readConfig } from '@gable/runtime';
import { createTestDatabase, makeApiKey, type TestDatabase } from '@gable/testing';

/** The program of an API, as `npm run build` makes it. */
export const API_PROGRAM = path.resolve(__dirname, '../../../..', 'apps/api/dist/main.js');

/** What processes of an API are started on: a database of their own, and a home with its secrets. */
export class TestStore {
  private constructor(
    readonly testDatabase: TestDatabase,
    /** Of the processes; a port is whoever starts them to say. */
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async make(settings: NodeJS.ProcessEnv): Promise<TestStore> {
    const testDatabase = await createTestDatabase();
    return new TestStore(testDatabase, {
      ...process.env,
      ...{ DATABASE_URL: testDatabase.url, GABLE_HOME: fs.mkdtempSync(path.join(os.tmpdir(), 'gable-apis-')) },
      ...{ HOST: '127.0.0.1', GABLE_TEST_HOME: '', ...settings },
    });
  }

  get home(): string {
    return this.environment.GABLE_HOME!;
  }

  /** Makes the secrets where no process has yet. */
  async makeKey(options: { readonly account: string; readonly requestsPerMinute?: number }): Promise<string> {
    const { keyPepper } = openSecrets(readConfig(this.environment));
    return this.within(async (database) => (await makeApiKey(database, keyPepper, options)).apiKey);
  }

  /** Works on the database itself, whatever the processes are told of it. */
  async within<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(this.testDatabase.url, { poolSize: 1 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async remove(): Promise<void> {
    await this.testDatabase.drop();
    fs.rmSync(this.home, { recursive: true });
  }
}
