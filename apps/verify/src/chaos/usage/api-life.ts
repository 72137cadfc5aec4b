import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { AccountStore, ApiKeyStore } from '@gable/persistence/accounts';
import { generateApiKey, hashApiKey, readSecrets } from '@gable/runtime';
import type { ChaosInstallation } from '../chaos-database.js';

/** How a life ended: killed, or asked to end and left to write what it counted. */
export type LifeEnd = { readonly kind: 'killed' | 'ended'; readonly at: number };

/** One answer that a client read to its end. `at` as performance.now(). */
export interface Served {
  readonly at: number;
  readonly results: number;
}

/** One API process from its start to its end, with a key that only its clients use: what that key is billed is what this process counted. */
export class ApiLife {
  readonly served: Served[] = [];
  end: LifeEnd | undefined;
  /** What it ended with where nobody asked it to. */
  endedByItself: string | undefined;

  private constructor(
    readonly url: string,
    readonly apiKey: string,
    readonly apiKeyUuid: string,
    private readonly child: ChildProcess,
  ) {
    child.once('exit', (code, signal) => {
      if (this.end === undefined) this.endedByItself = `an API process ended by itself with ${code ?? signal}`;
      this.end ??= { kind: 'killed', at: performance.now() };
    });
  }

  /** Of the life `number`, at the API's compiled main file. */
  static async begin(
    { home, url, database }: ChaosInstallation,
    entry: string,
    number: number,
    port: number,
  ): Promise<ApiLife> {
    const { apiKey, keyId } = generateApiKey();
    const now = await database.now();
    const { id: accountId } = await new AccountStore(database).ensure('Chaos', now);
    const secretHash = hashApiKey(apiKey, readSecrets(home).keyPepper);
    const apiKeyUuid = await new ApiKeyStore(database).create(
      { accountId, keyId, secretHash, role: 'ROLE_API_CLIENT', name: `life ${number}` },
      now,
    );
    const env = {
      ...process.env,
      DATABASE_URL: url,
      GABLE_HOME: home,
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    };
    const child = fork(entry, [], { env, stdio: ['ignore', 2, 2, 'ipc'] });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The API ended with ${code} before it listened.`);
      }),
    ]);
    return new ApiLife(`http://127.0.0.1:${port}`, apiKey, apiKeyUuid, child);
  }

  /** `kill -9`; resolves when the process is gone. */
  async kill(): Promise<void> {
    await this.finish('killed', 'SIGKILL');
  }

  /** SIGTERM, as its supervisor sends it. */
  async stop(): Promise<void> {
    await this.finish('ended', 'SIGTERM');
  }

  private async finish(kind: LifeEnd['kind'], signal: NodeJS.Signals): Promise<void> {
    if (this.end !== undefined) return;
    const gone = once(this.child, 'exit');
    this.end = { kind, at: performance.now() };
    this.child.kill(signal);
    await gone;
  }
}
