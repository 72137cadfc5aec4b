import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { PoliteAnswer } from '../judge-answers.js';
import type { PoliteCustomer } from './ask-politely.js';

/** What the process of the polite customers is told. */
export interface PoliteJob {
  readonly baseUrl: string;
  readonly customers: readonly PoliteCustomer[];
  /** Between two requests of one of them. */
  readonly everyMs: number;
}

/** What it says in the end. */
export interface PoliteDone {
  readonly answers: readonly PoliteAnswer[];
  readonly cpuSeconds: number;
}

/**
 * The requests of the polite customers, from a process of its own: what else this one does, such as being their
 * receivers, is no part of how long they wait.
 */
export class PoliteProcess {
  private constructor(private readonly child: ChildProcess) {}

  static begin(job: PoliteJob): PoliteProcess {
    const child = fork(path.join(import.meta.dirname, 'main.js'), [], {
      detached: true,
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    child.send(job);
    return new PoliteProcess(child);
  }

  /** Nothing is asked any more; resolves when the last answer has come. */
  async stop(): Promise<PoliteDone> {
    this.child.send('stop');
    const [done] = (await Promise.race([
      once(this.child, 'message'),
      once(this.child, 'exit').then(([code]) => {
        throw new Error(`The process of the polite customers ended with ${code}.`);
      }),
    ])) as [PoliteDone];
    return done;
  }

  async end(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
