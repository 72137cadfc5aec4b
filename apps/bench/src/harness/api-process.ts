import type { Database } from '@gable/persistence';
import { freePort, readSecrets, Sealer } from '@gable/runtime';
import { endProcess, forkApp, makeApiKey, untilListening } from '@gable/testing';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API_ENTRY } from './entries.js';

/** One real API process, as `gable up` starts it, on a free port and with a home of its own. */
export class ApiProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly home: string,
    private readonly isHomeKept: boolean,
  ) {}

  /**
   * A home that the environment names is kept: its secrets are those of the database, for the next process on it.
   * @param entry of another build, to compare it with this one
   */
  static async start(
    databaseUrl: string,
    environment: Record<string, string> = {},
    entry = API_ENTRY,
  ): Promise<ApiProcess> {
    const home = environment.GABLE_HOME ?? fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-api-'));
    const port = await freePort();
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      GABLE_HOME: home,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    };
    const child = forkApp(entry, env);
    await untilListening(child);
    return new ApiProcess(`http://127.0.0.1:${port}`, child, home, environment.GABLE_HOME !== undefined);
  }

  /** For another process on the same database. */
  get secretsFile(): string {
    return path.join(this.home, 'secrets.json');
  }

  /** Of the process. */
  get pid(): number {
    return this.child.pid!;
  }

  /** A key that this API accepts, of an account that is made where there is none of that name. */
  makeKey(database: Database, account?: string, sources?: readonly string[]): Promise<string> {
    return makeKey(database, this.home, account, sources);
  }

  /** Seals what this API opens. */
  sealer(): Sealer {
    return new Sealer(readSecrets(this.home).signingKeyEncryptionKey);
  }

  async stop(): Promise<void> {
    await endProcess(this.child, 'SIGTERM');
    if (!this.isHomeKept) fs.rmSync(this.home, { recursive: true, force: true });
  }
}

/** A key that every API process with this home accepts; with sources one that may send their feeds. */
export async function makeKey(
  database: Database,
  home: string,
  account = 'bench',
  sources: readonly string[] = [],
): Promise<string> {
  const role = sources.length > 0 ? 'ROLE_FEED_PROVIDER' : 'ROLE_API_CLIENT';
  const { keyPepper } = readSecrets(home);
  const { apiKey } = await makeApiKey(database, keyPepper, { account, role, sources, name: 'bench' });
  return apiKey;
}
