import type { ChildProcess } from 'node:child_process';
import { openDatabase, type Database } from '@gable/persistence';
import { freePort, openSecrets, readConfig } from '@gable/runtime';
import { endProcess, forkApp, untilListening } from '@gable/testing';
import { API_PROGRAM, TestStore } from './test-store.js';

/** Several APIs, each at a port of its own, on one database and with the secrets of one home. */
export class SeparateApis {
  readonly urls: string[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly store: TestStore,
    readonly database: Database,
  ) {}

  static async start(count: number, settings: NodeJS.ProcessEnv = {}): Promise<SeparateApis> {
    const store = await TestStore.make({ LOG_LEVEL: 'error', ...settings });
    openSecrets(readConfig(store.environment)); // made once, before anybody asks
    const apis = new SeparateApis(store, await openDatabase(store.testDatabase.url, { poolSize: 2 }));
    await Promise.all(Array.from({ length: count }, () => apis.add()));
    return apis;
  }

  makeKey(requestsPerMinute?: number): Promise<string> {
    return this.store.makeKey({ account: 'Processes', requestsPerMinute });
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
    await this.store.remove();
  }

  private async add(): Promise<void> {
    const port = String(await freePort());
    const child = forkApp(API_PROGRAM, { ...this.store.environment, PORT: port });
    this.children.push(child);
    await untilListening(child);
    this.urls.push(`http://127.0.0.1:${port}`);
  }
}
