import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { openSecrets, readConfig, Sealer } from '@gable/runtime';
import {
  createTestDatabase,
  DeliveryFixture,
  endProcess,
  forkApp,
  untilListening,
  type FixtureAlert,
  type TestDatabase,
} from '@gable/testing';
import { feedLine } from './feed-folder.js';

const entry = path.resolve(__dirname, '../../../..', 'apps/worker/dist/main.js');

/** A worker process under test. */
export interface WorkerUnderTest {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Real worker processes on a database and a drop folder of their own, and a receiver for their webhooks. */
export class WorkerProcesses {
  /** `webhook-id` of every request that came, in order. */
  readonly received: string[] = [];
  /** `traceparent` of each of them. */
  readonly traceparents: (string | undefined)[] = [];
  /** What the receiver waits for before it answers. */
  answering: Promise<unknown> = Promise.resolve();
  private readonly children = new Set<ChildProcess>();
  private readonly receiver = http.createServer((request, response) => {
    this.received.push(String(request.headers['webhook-id']));
    this.traceparents.push(request.headers.traceparent as string | undefined);
    request.resume().on('end', () => void this.answering.then(() => response.end()));
  });

  private constructor(
    readonly testDatabase: TestDatabase,
    readonly database: Database,
    readonly home: string,
  ) {}

  /** On a database of the specs' server, unless another is given. */
  static async begin(given?: TestDatabase): Promise<WorkerProcesses> {
    const testDatabase = given ?? (await createTestDatabase());
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-workers-'));
    const database = await openDatabase(testDatabase.url, { poolSize: 3 });
    const world = new WorkerProcesses(testDatabase, database, home);
    fs.mkdirSync(path.join(home, 'feeds'));
    world.receiver.listen(0, '127.0.0.1');
    await once(world.receiver, 'listening');
    return world;
  }

  /** Starts one and waits until it listens. */
  async start(settings: NodeJS.ProcessEnv = {}): Promise<WorkerUnderTest> {
    const env = { ...process.env, ...this.environment, WORKER_PORT: '23000', ...settings };
    const child = forkApp(entry, env);
    this.children.add(child);
    child.once('exit', () => this.children.delete(child));
    return { child, port: await untilListening(child) };
  }

  end({ child }: WorkerUnderTest, signal: NodeJS.Signals): Promise<number | null> {
    return endProcess(child, signal);
  }

  /** An alert on everything that notifies the receiver of new listings. */
  async alert(): Promise<FixtureAlert> {
    const { signingKeyEncryptionKey } = openSecrets(readConfig(this.environment));
    const fixture = new DeliveryFixture(this.database, new Sealer(signingKeyEncryptionKey));
    return fixture.alert({
      accountId: await fixture.account(),
      address: `http://127.0.0.1:${(this.receiver.address() as AddressInfo).port}/hook`,
      notificationConfig: { rules: [{ eventType: 'NEW_MATCH', enabled: true }] },
    });
  }

  /** Moves a feed into the drop folder. */
  drop(name: string, externalIds: readonly string[]): void {
    const file = path.join(this.home, `${name}.part`);
    fs.writeFileSync(file, externalIds.map((id, n) => feedLine(id, 1_000 + n)).join('\n'));
    fs.renameSync(file, path.join(this.home, 'feeds', name));
  }

  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(50);
  }

  async close(): Promise<void> {
    await Promise.all([...this.children].map((child) => endProcess(child, 'SIGKILL')));
    this.receiver.closeAllConnections();
    this.receiver.close();
    await this.database.close();
    await this.testDatabase.drop();
    fs.rmSync(this.home, { recursive: true });
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      ...{ DATABASE_URL: this.testDatabase.url, GABLE_HOME: this.home, FEEDS_DIR: path.join(this.home, 'feeds') },
      ...{ LOG_LEVEL: 'error', GABLE_TEST_HOME: '', DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8', HOST: '127.0.0.1' },
    };
  }
}
