import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '@gable/persistence';
import { AccountStore, ApiKeyStore } from '@gable/persistence/accounts';
import { freePort, generateApiKey, hashApiKey, openSecrets, readConfig } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

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
    await Promise.all(Array.from({ length: count }, () => world.fork()));
    return world;
  }

  async makeKey(requestsPerMinute?: number): Promise<string> {
    const { apiKey, keyId } = generateApiKey();
    const secretHash = hashApiKey(apiKey, openSecrets(readConfig(this.environment)).keyPepper.active.secret);
    const now = new Date();
    const { id: accountId } = await new AccountStore(this.database).ensure('Processes', now);
    const key = { accountId, keyId, secretHash, role: 'ROLE_API_CLIENT', name: 'spec', requestsPerMinute } as const;
    await new ApiKeyStore(this.database).create(key, now);
    return apiKey;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    await this.database.close();
    await this.testDatabase.drop();
    fs.rmSync(this.environment.GABLE_HOME!, { recursive: true });
  }

  private async fork(): Promise<void> {
    const port = String(await freePort());
    const env = { ...process.env, ...this.environment, PORT: port };
    const child = fork(entry, [], { env, stdio: ['ignore', 2, 2, 'ipc'] });
    this.children.push(child);
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: { type?: string }) => {
        if (message?.type === 'listening') resolve();
      });
      child.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
    });
    this.urls.push(`http://127.0.0.1:${port}`);
  }
}
