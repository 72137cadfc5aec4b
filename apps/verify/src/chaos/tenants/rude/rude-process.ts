import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@gable/runtime';
import type { Installation } from '../../../installation.js';
import { statOf } from '../process-figures.js';
import { makeRudeAccount } from './make-rude-account.js';
import type { RudeAccount, RudeWorld } from './rude-tenant.js';
import type { Tally } from './tally.js';

export const RUDE_ACCOUNTS = 2;

/** What the rude accounts are made from. */
export interface RudePlan extends Pick<RudeJob, 'seed' | 'deeds'>, Pick<RudeWorld, 'apiUrl' | 'feedsFolder'> {
  /** Notifications of each alert that will be switched off or deleted. */
  readonly waiting: number;
}

/** What the process of the rude accounts is told. */
export interface RudeJob {
  readonly accounts: readonly RudeAccount[];
  readonly world: RudeWorld;
  /** Names of what they do. */
  readonly deeds: readonly string[];
  readonly seed: number;
}

/** What it says in the end. */
export interface RudeAnswer {
  /** By deed, of all accounts. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Webhooks that came to a receiver which hangs or drips. */
  readonly tarpitTook: number;
}

/** The rude accounts, in a process of their own. */
export class RudeProcess {
  private child: ChildProcess | undefined;

  private constructor(private readonly job: RudeJob) {}

  static async prepare(
    installation: Installation,
    { seed, deeds, waiting, apiUrl, feedsFolder }: RudePlan,
  ): Promise<RudeProcess> {
    const tarpitPort = await freePort();
    const accounts: RudeAccount[] = [];
    for (let number = 1; number <= RUDE_ACCOUNTS; number += 1)
      accounts.push(await makeRudeAccount(installation, { number, tarpitPort, waiting }));
    return new RudeProcess({ accounts, world: { apiUrl, feedsFolder, tarpitPort }, deeds, seed });
  }

  /** From now on they are rude. */
  begin(): void {
    this.child = fork(path.join(import.meta.dirname, 'main.js'), [], {
      detached: true,
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.child.send(this.job);
  }

  /** Of processors, until now. */
  get cpuSeconds(): number {
    const pid = this.child?.pid;
    return pid === undefined ? 0 : statOf(pid).seconds;
  }

  /** No deed begins any more; receivers go on to hang. */
  async stop(): Promise<RudeAnswer> {
    const child = this.child!;
    child.send('stop');
    const [answer] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The process of the rude accounts ended with ${code}.`);
      }),
    ])) as [RudeAnswer];
    return answer;
  }

  async end(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
