import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Role } from '@gable/domain';
import { Database, openDatabase } from '@gable/persistence';
import { freePort, makeHome, openSecrets, readConfig } from '@gable/runtime';
import {
  createTestDatabase,
  endProcess,
  forkApp,
  ingestFeed,
  loadDivisions,
  makeApiKey,
  revokeApiKey,
  untilListening,
} from '@gable/testing';

const ROOT = path.resolve(__dirname, '../../..');

/** An API and, where asked for, a worker: real processes on a real database of their own. */
export class Service {
  private api: ChildProcess | undefined;
  private worker: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    readonly database: Database,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly keyPepper: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
    const testDatabase = await createTestDatabase();
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-console-'));
    makeHome(home);
    const port = await freePort();
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: undefined,
      GABLE_TEST_HOME: undefined,
      DATABASE_URL: testDatabase.url,
      GABLE_HOME: home,
      PORT: String(port),
      WORKER_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8',
      ...settings,
    };
    const { keyPepper } = openSecrets(readConfig({ GABLE_HOME: home, DATABASE_URL: testDatabase.url }));
    const database = await openDatabase(testDatabase.url, { poolSize: 2 });
    const service = new Service(
      `http://127.0.0.1:${port}`,
      database,
      environment,
      keyPepper.active.secret,
      async () => {
        await testDatabase.drop();
        fs.rmSync(home, { recursive: true, force: true });
      },
    );
    await service.startApi();
    return service;
  }

  async startApi(): Promise<void> {
    this.api = await this.run('api');
  }

  async startWorker(): Promise<void> {
    this.worker = await this.run('worker');
  }

  async stopApi(): Promise<void> {
    if (this.api !== undefined) await endProcess(this.api, 'SIGTERM');
    this.api = undefined;
  }

  async stop(): Promise<void> {
    const running = [this.api, this.worker].filter((child) => child !== undefined);
    await Promise.all(running.map((child) => endProcess(child, 'SIGTERM')));
    await this.database.close();
    await this.drop();
  }

  async makeKey(account = 'Console & Co', role: Role = 'ROLE_API_CLIENT'): Promise<string> {
    const { apiKey } = await makeApiKey(this.database, this.keyPepper, { account, role, name: 'browser' });
    return apiKey;
  }

  revoke(apiKey: string): Promise<void> {
    return revokeApiKey(this.database, apiKey);
  }

  async loadDivisions(divisions: readonly object[]): Promise<void> {
    await loadDivisions(this.database, asFile(divisions), { rejectFile: this.rejectFile });
  }

  async ingest(lines: readonly object[]): Promise<void> {
    const { rejects } = await ingestFeed(this.database, asFile(lines), { rejectFile: this.rejectFile });
    if (rejects !== null) throw new Error(`Lines were rejected: ${fs.readFileSync(rejects, 'utf8').slice(0, 500)}`);
  }

  /** Files of feeds, plain or gzip. Lines may be refused: real feeds have bad ones. */
  async ingestFiles(files: readonly string[]): Promise<void> {
    for (const file of files)
      await ingestFeed(this.database, fs.createReadStream(file), { rejectFile: this.rejectFile });
  }

  async loadDivisionsOf(file: string): Promise<void> {
    await loadDivisions(this.database, fs.createReadStream(file), { rejectFile: this.rejectFile });
  }

  /** Asks the interface itself: what a page shows is compared with this. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async ask(key: string, method: string, address: string, body?: unknown): Promise<any> {
    const response = await fetch(this.url + address, {
      method,
      headers: { 'x-api-key': key, accept: 'application/json', ...(body !== undefined && JSON_BODY) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  private get rejectFile(): string {
    return path.join(this.environment.GABLE_HOME!, 'rejects.ndjson');
  }

  private async run(app: 'api' | 'worker'): Promise<ChildProcess> {
    const entry = path.join(ROOT, 'apps', app, 'dist/main.js');
    const child = forkApp(entry, this.environment);
    await untilListening(child);
    return child;
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

function asFile(lines: readonly object[]): Readable {
  return Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
}
