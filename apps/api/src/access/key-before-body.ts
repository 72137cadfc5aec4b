import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STRANGERS_BODY_BYTES } from '../http/body-limit.js';
import { takesFeeds } from '../http/feed-bodies.js';
import { notFound, Problem } from '../http/problem.js';
import { AccessGuard } from './access-guard.js';
import { BodyRoom } from './body-room.js';

/**
 * Looks at the key before a larger body is read, and whether its account has room: bodies are kept whole until their
 * route is done with them, and many connections could fill the memory of the process. Most bodies are small, and cost
 * nothing here.
 */
@Injectable()
export class KeyBeforeBody {
  private readonly room = new BodyRoom();

  constructor(private readonly guard: AccessGuard) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!keepsMuch(request)) return done();
      if (request.is404) return done(notFound());
      this.admit(request, reply).then(() => done(), done);
    });
  }

  /** @throws Problem unauthorized, forbidden, too-many-requests */
  private async admit(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const { accountId } = await this.guard.callerOf(request);
    if (raw.destroyed) return; // the caller left, and its body with it
    const leave = this.room.take(accountId, mostKept(request));
    if (leave === undefined)
      throw new Problem(
        'too-many-requests',
        'The large request bodies in progress leave no room for this one. Send fewer at once.',
        {
          headers: { 'retry-after': '1' },
        },
      );
    raw.once('close', leave);
  }
}

/** Whether more than a stranger's share may be kept of a body. */
function keepsMuch(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return mostKept(request) > STRANGERS_BODY_BYTES && !takesFeeds(request);
}

/** Bytes of a body that may be kept: what it announces, as far as its route takes it. In chunks it may be any. */
function mostKept({ headers, routeOptions: { bodyLimit }, is404 }: FastifyRequest): number {
  const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  return is404 ? announced : Math.min(announced, bodyLimit);
}
