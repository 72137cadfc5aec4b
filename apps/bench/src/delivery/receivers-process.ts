import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Arrival } from './receivers.js';

/** Forks a program of this folder that answers the ports it listens on. */
async function forked(program: string, ...args: string[]): Promise<{ child: ChildProcess; ports: number[] }> {
  const child = fork(path.join(import.meta.dirname, program), args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const [{ ports }] = (await once(child, 'message')) as [{ ports: number[] }];
  return { child, ports };
}

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
    const { child, ports } = await forked('receivers.js', String(count));
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

/** Hosts that never answer, as many as asked for: every address of the loopback network is one. */
export class HostileReceiversProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(): Promise<HostileReceiversProcess> {
    const { child, ports } = await forked('hostile-receivers.js');
    return new HostileReceiversProcess(child, ports[0]!);
  }

  /** `host` from 0 to 65,023 within a network from 1 to 254. */
  urlOf(network: number, host: number, path: string): string {
    return `http://127.${network}.${Math.floor(host / 254)}.${1 + (host % 254)}:${this.port}/${path}`;
  }

  stop(): void {
    this.child.disconnect();
  }
}
