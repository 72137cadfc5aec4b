import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Takes the server out of service without cutting anybody off: whoever spreads requests has a moment to see that we are not ready, answers ask
 * for the connection to be closed, then nothing new is accepted and what is under way is awaited.
 */
export class Drain {
  private draining = false;

  constructor(private readonly fastify: FastifyInstance) {
    fastify.addHook('onSend', async (_request, reply) => {
      if (this.draining) reply.header('connection', 'close');
    });
  }

  async run(notReadyMs = NOT_READY_MS, boundMs = IN_FLIGHT_MS): Promise<void> {
    this.draining = true;
    await wait(notReadyMs);
    await closed(this.fastify.server, boundMs);
  }
}

/** Stops listening and waits for the requests in flight, at most for the bound. Connections that idle are closed, now and as they become idle. */
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
