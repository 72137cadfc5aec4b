import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What else accepts connections for the server; closed once they have ended. */
interface Door {
  close(): Promise<void>;
}

/**
 * Takes the server out of service without cutting anybody off: load balancers have a moment to see that it is not
 * ready, nothing new is accepted, answers ask for the connection to be closed, and requests under way are awaited.
 */
export class Drain {
  private draining = false;

  get isDraining(): boolean {
    return this.draining;
  }

  constructor(private readonly fastify: FastifyInstance) {
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.draining) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  async run(doors: readonly Door[] = [], { notReadyMs, lastAnswersMs, inFlightMs }: Bounds = BOUNDS): Promise<void> {
    await wait(notReadyMs);
    // Not sooner: a proxy would open a connection for each request then, and lose those that nobody accepts any more.
    this.draining = true;
    const { server } = this.fastify;
    const ended = Promise.all([closeDoor(server), ...doors.map((door) => door.close())]);
    await Promise.race([ended, wait(lastAnswersMs, undefined, { ref: false })]);
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const bound = setTimeout(() => server.closeAllConnections(), inFlightMs);
    server.closeIdleConnections();
    await ended;
    clearInterval(sweep);
    clearTimeout(bound);
  }
}

/**
 * Stops listening and resolves when no connection is left. Unlike the `close` of HTTP servers it leaves idle
 * connections: a request that is on its way over one would be lost.
 */
function closeDoor(server: Server): Promise<unknown> {
  return new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
}

interface Bounds {
  /** Until nothing new is accepted. */
  readonly notReadyMs: number;
  /** How long idle connections are left, so that those in use get an answer that tells them to close. */
  readonly lastAnswersMs: number;
  readonly inFlightMs: number;
}

const BOUNDS: Bounds = { notReadyMs: 500, lastAnswersMs: 500, inFlightMs: 8_000 };
