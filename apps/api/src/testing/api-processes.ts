import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '@gable/persistence';
import { freePort, openSecrets, readConfig } from '@gable/runtime';
import { createTestDatabase, endProcess, forkApp, makeApiKey, untilListening, type TestDatabase } from '@gable/testing';

const entry = path.resolve(__dirname, '../../../..', 'apps/api/dist/main.js');

/** Real API processes on one database, with the secrets of one home. */
export class ApiProcesses {
  readonly urls: string[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly database: Database,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async start(count: number, settings: NodeJS.ProcessEnv = {}): Promise<ApiProcesses> {
    const testDatabase = await createTestDatabase();
    const environment = {
      ...{ DATABASE_URL: testDatabase.url, GABLE_HOME: fs.mkdtempSync(path.join(os.tmpdir(), 'gable-apis-')) },
      ...{ HOST: '127.0.0.1', LOG_LEVEL: 'error', GABLE_TEST_HOME: '', ...settings },
    };
    openSecrets(readConfig(environment)); // made once, before anybody asks
    const world = new ApiProcesses(testDatabase, await openDatabase(testDatabase.url, { poolSize: 2 }), environment);
    await Promise.all(Array.from({ length: count }, () => world.add()));
    return world;
  }

  async makeKey(requestsPerMinute?: number): Promise<string> {
    const { keyPepper } = openSecrets(readConfig(this.environment));
    const { apiKey } = await makeApiKey(this.database, keyPepper, { account: 'Processes', requestsPerMinute });
    return apiKey;
  }

  get pids(): readonly number[] {
    return this.children.map(({ pid }) => pid!);
  }

  /** As an operator ends one; answers its exit code. */
  end(place: number): Promise<number | null> {
    return endProcess(this.children[place]!, 'SIGTERM');
  }

  async stop(): Promise<void> {
    await Promise.all(this.children.map((child) => endProcess(child, 'SIGKILL')));
    await this.database.close();
    await this.testDatabase.drop();
    fs.rmSync(this.environment.GABLE_HOME!, { recursive: true });
  }

  private async add(): Promise<void> {
    const port = String(await freePort());
    const env = { ...process.env, ...this.environment, PORT: port };
    const child = forkApp(entry, env);
    this.children.push(child);
    await untilListening(child);
    this.urls.push(`http://127.0.0.1:${port}`);
  }
}
