import type { IncomingMessage, ServerResponse } from 'node:http';
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

/**
 * A process that cannot begin yet: `/health/ready` says 503 and why, and the log says it once for each reason.
 */
export class WaitingRoom {
  private reason: string | undefined;
  private server: Awaited<ReturnType<typeof startHealthServer>> | undefined;
  private readonly health = new Health().add('schema', () => {
    throw new Error(this.reason);
  });

  constructor(private readonly options: WaitingRoomOptions) {}

  async wait(reason: string): Promise<void> {
    const { host, port, isPortFixed, answerOthers, log } = this.options;
    if (this.reason === reason) return;
    log.warn({ reason }, 'waiting to begin');
    this.reason = reason;
    if (this.server !== undefined) return;
    const portsTried = isPortFixed ? 0 : undefined;
    const { health } = this;
    this.server = await startHealthServer({ host, port, portsTried, health, metrics: new Registry(), answerOthers });
  }

  /** The wait is over; the port is free again. */
  async close(): Promise<void> {
    if (this.server === undefined) return;
    this.health.stop();
    await this.server.close();
    this.options.log.info('the wait is over');
  }
}
