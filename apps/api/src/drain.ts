import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Takes the server out of service without cutting anybody off. Load balancers have a moment to see that it is not
 * ready, answers ask for the connection to be closed, then nothing new is accepted and requests under way are awaited.
 */
export class Drain {
  private draining = false;

  constructor(private readonly fastify: FastifyInstance) {
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.draining) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  async run(notReadyMs = NOT_READY_MS, boundMs = IN_FLIGHT_MS): Promise<void> {
    this.draining = true;
    await wait(notReadyMs);
    await closed(this.fastify.server, boundMs);
  }
}

/** Stops listening and waits for the requests in flight, at most for the bound. Idle connections are closed. */
async function closed(server: Server, boundMs: number): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const bound = setTimeout(() => server.closeAllConnections(), boundMs);
  server.closeIdleConnections();
  await done;
  clearInterval(sweep);
  clearTimeout(bound);
}

const NOT_READY_MS = 500;
const IN_FLIGHT_MS = 8_000;
