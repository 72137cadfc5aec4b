import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Role } from '@gable/domain';
import type { Database } from '@gable/persistence';
import { freePort, openSecrets, readConfig } from '@gable/runtime';
import { endProcess, forkApp, makeApiKey, untilListening } from '@gable/testing';

const entry = path.resolve(__dirname, '../../../..', 'apps/api/dist/main.js');

/** What was asked and answered; 0 where nobody answered. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A real API process beside workers. */
export class ApiProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async start(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
    const port = await freePort();
    const env = {
      ...process.env,
      RATE_LIMIT_PER_MINUTE: '0',
      PUBLIC_REQUESTS_PER_MINUTE: '0',
      ...environment,
      PORT: String(port),
    };
    const child = forkApp(entry, env);
    await untilListening(child);
    return new ApiProcess(`http://127.0.0.1:${port}`, child, environment);
  }

  /** A key of an account, which is made where there is none of that name. */
  async makeKey(database: Database, account: string, role: Role, sources: readonly string[] = []): Promise<string> {
    const { keyPepper } = openSecrets(readConfig(this.environment));
    const { apiKey } = await makeApiKey(database, keyPepper, { account, role, sources });
    return apiKey;
  }

  async ask(
    method: string,
    address: string,
    { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer> {
    try {
      const response = await fetch(this.url + address, {
        method,
        headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
    } catch {
      return { status: 0, headers: new Headers(), body: null };
    }
  }

  async stop(): Promise<void> {
    await endProcess(this.child, 'SIGKILL');
  }
}
