import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Arrival } from './receivers.js';

/**
 * Receivers at loopback, each at an origin of its own, in one process; the last one takes connections and never
 * answers.
 */
export class ReceiversProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ports: readonly number[],
  ) {}

  static async start(count: number): Promise<ReceiversProcess> {
    const child = fork(path.join(import.meta.dirname, 'receivers.js'), [String(count)], {
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    const [{ ports }] = (await once(child, 'message')) as [{ ports: number[] }];
    return new ReceiversProcess(child, ports);
  }

  urlOf(place: number, path = ''): string {
    return `http://127.0.0.1:${this.ports[place]!}/${path}`;
  }

  /** What arrived since it was asked the last time. */
  async take(): Promise<Arrival[]> {
    this.child.send('take');
    const [{ arrivals }] = (await once(this.child, 'message')) as [{ arrivals: Arrival[] }];
    return arrivals;
  }

  stop(): void {
    this.child.disconnect();
  }
}
