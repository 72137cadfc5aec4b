import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gable/runtime';
import { createTestDatabase, endProcess, forkApp, untilListening, type TestDatabase } from '@gable/testing';

const entry = path.resolve(__dirname, '../../../..', 'apps/api/dist/main.js');

/** One API of several processes behind one port, as an operator starts it: on a database and in an empty home. */
export class ApiGroup {
  /** What it wrote to its log so far. */
  log = '';

  private constructor(
    readonly supervisor: ChildProcess,
    readonly port: number,
    readonly home: string,
    private readonly testDatabase: TestDatabase,
  ) {
    supervisor.stderr!.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
  }

  /** Started, and perhaps not ready yet. */
  static async begin(count: number, settings: NodeJS.ProcessEnv = {}): Promise<ApiGroup> {
    const testDatabase = await createTestDatabase();
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-group-'));
    const port = Number(settings.PORT ?? (await freePort()));
    const env = {
      ...process.env,
      ...{ DATABASE_URL: testDatabase.url, GABLE_HOME: home, GABLE_TEST_HOME: '', HOST: '127.0.0.1' },
      ...{ API_PROCESSES: String(count), PUBLIC_REQUESTS_PER_MINUTE: '0', ...settings, PORT: String(port) },
    };
    return new ApiGroup(forkApp(entry, env, { log: 'pipe' }), port, home, testDatabase);
  }

  static async start(count: number, settings: NodeJS.ProcessEnv = {}): Promise<ApiGroup> {
    const group = await ApiGroup.begin(count, settings);
    await untilListening(group.supervisor);
    return group;
  }

  /** The processes that answer, as the system knows them. */
  get pids(): number[] {
    const { pid } = this.supervisor;
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
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

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(20);
  }

  async stop(): Promise<void> {
    await endProcess(this.supervisor, 'SIGTERM');
    await this.testDatabase.drop();
    fs.rmSync(this.home, { recursive: true });
  }
}
