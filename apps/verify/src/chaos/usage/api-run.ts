import type { ChildProcess } from 'node:child_process';
import { endProcess } from '@gable/testing';
import { makeKey, startApi } from '../../api-process.js';
import type { Installation } from '../../installation.js';

/** How a run ended: killed, or stopped in order so that it could write what it had counted. */
export type RunEnd = { readonly kind: 'killed' | 'ended'; readonly at: number };

/** One answer that a client read to its end. `at` as performance.now(). */
export interface Served {
  readonly at: number;
  readonly results: number;
}

/**
 * One API process from its start to its end, with a key that only its clients use: what that key is billed is what this
 * process counted.
 */
export class ApiRun {
  readonly served: Served[] = [];
  end: RunEnd | undefined;
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

  /** `entry` is the API's compiled main file. */
  static async begin(installation: Installation, entry: string, number: number): Promise<ApiRun> {
    const { apiKey, apiKeyUuid } = await makeKey(installation, 'Chaos', `run ${number}`);
    const { url, child } = await startApi(installation, entry);
    return new ApiRun(url, apiKey, apiKeyUuid, child);
  }

  /** `kill -9`; resolves when the process is gone. */
  async kill(): Promise<void> {
    await this.finish('killed', 'SIGKILL');
  }

  /** SIGTERM, as its supervisor sends it. */
  async stop(): Promise<void> {
    await this.finish('ended', 'SIGTERM');
  }

  private async finish(kind: RunEnd['kind'], signal: NodeJS.Signals): Promise<void> {
    if (this.end !== undefined) return;
    this.end = { kind, at: performance.now() };
    await endProcess(this.child, signal);
  }
}
