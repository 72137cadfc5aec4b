import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, identifyProcess } from '@gable/runtime';
import { endProcess, forkApp, untilListening, type TestDatabase } from '@gable/testing';
import { handlesOf, socketsAt } from './process-sockets.js';
import { API_PROGRAM, TestStore } from './test-store.js';

/** Variables of the environment. */
interface GroupSettings extends NodeJS.ProcessEnv {
  /** Where the database is reached, where not at its own address. */
  readonly atDatabase?: string;
  /** `yes`: it has no schema yet. */
  readonly emptied?: string;
}

/** One API of several processes behind one port, as an operator starts it: on a database, and in an empty home. */
export class ApiGroup {
  /** What it wrote to its log so far. */
  log = '';
  readonly supervisor: ChildProcess;

  private constructor(private readonly store: TestStore) {
    this.supervisor = forkApp(API_PROGRAM, store.environment, { log: 'pipe' });
    this.supervisor.stderr!.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
  }

  /** Started, and perhaps not ready yet. */
  static async begin(processes: number, { atDatabase, emptied, ...settings }: GroupSettings = {}): Promise<ApiGroup> {
    const store = await TestStore.make({
      ...{ PORT: String(await freePort()), API_PROCESSES: String(processes), PUBLIC_REQUESTS_PER_MINUTE: '0' },
      ...settings,
    });
    if (emptied !== undefined)
      await store.within((database) => database.query('drop schema public cascade; create schema public'));
    if (atDatabase !== undefined) {
      const databaseUrl = new URL(store.testDatabase.url);
      databaseUrl.host = atDatabase;
      store.environment.DATABASE_URL = databaseUrl.href;
    }
    return new ApiGroup(store);
  }

  static async start(processes: number, settings: GroupSettings = {}): Promise<ApiGroup> {
    const group = await ApiGroup.begin(processes, settings);
    await untilListening(group.supervisor);
    return group;
  }

  get port(): number {
    return Number(this.store.environment.PORT);
  }

  get home(): string {
    return this.store.home;
  }

  get testDatabase(): TestDatabase {
    return this.store.testDatabase;
  }

  /** The processes that answer, as the system knows them. */
  get pids(): number[] {
    const { pid } = this.supervisor;
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    return children.filter(Boolean).map(Number);
  }

  /** How often the log says something. */
  said(message: string): number {
    return this.log.split(message).length - 1;
  }

  makeKey(): Promise<string> {
    return this.store.makeKey({ account: 'Group' });
  }

  /** Asks over a connection of its own. @throws where it is refused or breaks */
  get(address: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const asked = http.get({ host: '127.0.0.1', port: this.port, path: address, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text })).on('error', reject);
      });
      asked.on('error', reject);
    });
  }

  async stop(): Promise<void> {
    await endProcess(this.supervisor, 'SIGTERM');
    await this.store.remove();
  }
}

/** Resolves once it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

export const isGone = (pid: number): boolean => identifyProcess(pid) === undefined;

/** How many connections to a port of the loopback a process has accepted, and has still. */
export const connectionsOf = (pid: number, port: number): number => handlesOf(pid, socketsAt(port, 'established'));
