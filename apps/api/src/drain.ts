import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What else accepts connections for the server; closed once they have ended. */
interface Door {
  close(): Promise<void>;
}

/**
 * Takes the server out of service without cutting anybody off. Load balancers have a moment to see that it is not
 * ready, answers ask for the connection to be closed, then nothing new is accepted and requests under way are awaited.
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

  async run(doors: readonly Door[] = [], notReadyMs = NOT_READY_MS, boundMs = IN_FLIGHT_MS): Promise<void> {
    this.draining = true;
    await wait(notReadyMs);
    await closed(this.fastify.server, doors, boundMs);
  }
}

/** Stops listening and waits for the requests in flight, at most for the bound. Idle connections are closed. */
async function closed(server: Server, doors: readonly Door[], boundMs: number): Promise<void> {
  const done = Promise.all([new Promise((resolve) => server.close(resolve)), ...doors.map((door) => door.close())]);
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const bound = setTimeout(() => server.closeAllConnections(), boundMs);
  server.closeIdleConnections();
  await done;
  clearInterval(sweep);
  clearTimeout(bound);
}

const NOT_READY_MS = 500;
const IN_FLIGHT_MS = 8_000;
