import { environmentMessage, RestartPauses, withoutItsEnvironment, type Logger } from '@gable/runtime';
import { fork, type ChildProcess } from 'node:child_process';

/**
 * What to run and with which environment; the environment is asked for at every start, because the database may have
 * moved.
 */
export interface ChildOptions {
  readonly name: string;
  readonly entry: string;
  readonly environment: () => NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** A process of ours that is started again whenever it ends by itself. */
export class SupervisedChild {
  private child: ChildProcess | undefined;
  private readonly pauses = new RestartPauses();
  private timer: NodeJS.Timeout | undefined;
  private started = false;
  private stopping = false;
  /** Ends without having said at which port it listens, one after the other. */
  failedStarts = 0;
  /** Where its health is served, once it said so. */
  port: number | undefined;

  constructor(private readonly options: ChildOptions) {}

  /**
   * Lets the process read its modules ahead of its start, at which it is told its environment. One that ends meanwhile
   * is started like any other.
   */
  load(environment: NodeJS.ProcessEnv): void {
    this.run(withoutItsEnvironment(environment));
  }

  start(): void {
    if (this.stopping) return;
    this.started = true;
    const { environment } = this.options;
    // What cannot be sent has ended, and is started again as that.
    if (this.child?.connected === true) this.child.send(environmentMessage(environment()), () => undefined);
    else this.run(environment());
  }

  /** Ends the running process; it comes back with a fresh environment. */
  restart(): void {
    this.child?.kill('SIGTERM');
  }

  /** Asks it to drain, and kills it at the timeout. Resolves when it is gone. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (child === undefined) return;
    await new Promise<void>((resolve) => {
      const killer = setTimeout(() => {
        this.options.log.error({ child: this.options.name, timeoutMs }, 'a process does not stop; it is killed');
        child.kill('SIGKILL');
      }, timeoutMs);
      child.once('exit', () => {
        clearTimeout(killer);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }

  private run(environment: NodeJS.ProcessEnv): void {
    const { name, entry, log } = this.options;
    const startedAt = Date.now();
    this.port = undefined;
    // The child sees on the channel when we die, whatever kills us. Each leads a session: Linux may share processors
    // among those (sched(7), autogroup), and every connection of PostgreSQL is one.
    const child = fork(entry, [], { env: environment, detached: true, stdio: ['ignore', 2, 2, 'ipc'] });
    this.child = child;
    child.on('message', (message: { type?: string; port?: number }) => {
      if (message?.type !== 'listening') return;
      this.port = message.port;
      this.failedStarts = 0;
    });
    child.on('error', (error) => log.error({ child: name, err: error }, 'a process cannot be started or reached'));
    child.on('exit', (code, signal) => {
      if (this.child !== child) return;
      this.child = undefined;
      if (!this.started) return;
      if (this.port === undefined) this.failedStarts += 1;
      if (this.stopping) return;
      const restartInMs = this.pauses.after(Date.now() - startedAt);
      log.warn({ child: name, code, signal, restartInMs }, 'a process ended; it is started again');
      this.timer = setTimeout(() => this.start(), restartInMs);
    });
  }
}
