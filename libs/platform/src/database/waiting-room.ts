import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Health, Registry, startHealthServer, type Logger } from '@gable/runtime';

/** Where a process answers while it waits, before it has an application that does. */
export interface WaitingRoomOptions {
  readonly host: string;
  readonly port: number;
  /** The port of an API is an address that others know; a worker takes the next free one. */
  readonly isPortFixed: boolean;
  /** Answers those who ask for what is not there yet; without it, they hear that it is not there. */
  readonly answerOthers?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const;
/** What leaving may take: a server that does not answer keeps no process. */
const LEAVING_MS = 5_000;

/**
 * A process that cannot begin yet: `/health/ready` says 503 and why, the log says it once for each reason, and a signal
 * ends it, since nothing has begun.
 */
export class WaitingRoom {
  private reason: string | undefined;
  private server: Awaited<ReturnType<typeof startHealthServer>> | undefined;
  private leave = (): void => {};
  private readonly health = new Health().add('schema', () => {
    throw new Error(this.reason);
  });

  constructor(private readonly options: WaitingRoomOptions) {}

  /** `release` is called before a signal ends the process: it gives back what the process holds already. */
  async wait(reason: string, release: () => Promise<void>): Promise<void> {
    const { host, port, isPortFixed, answerOthers, log } = this.options;
    if (this.reason === reason) return;
    log.warn({ reason }, 'waiting to begin');
    this.reason = reason;
    if (this.server !== undefined) return;
    this.leave = () => void Promise.race([release(), sleep(LEAVING_MS)]).finally(() => process.exit(0));
    for (const signal of SIGNALS) process.once(signal, this.leave);
    const portsTried = isPortFixed ? 0 : undefined;
    const { health } = this;
    this.server = await startHealthServer({ host, port, portsTried, health, metrics: new Registry(), answerOthers });
  }

  /** The wait is over; the port is free again. */
  async close(): Promise<void> {
    if (this.server === undefined) return;
    for (const signal of SIGNALS) process.off(signal, this.leave);
    this.health.stop();
    await this.server.close();
    this.options.log.info('the wait is over');
  }
}
