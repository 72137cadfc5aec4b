import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STRANGERS_BODY_BYTES } from '../http/body-limit.js';
import { takesFeeds } from '../http/feed-bodies.js';
import { notFound } from '../http/problem.js';
import { ApiKeys } from './api-keys.js';
import { CallerAddress } from './caller-address.js';

/**
 * Looks at the key before a larger body is read: bodies are kept whole until their route reads them, and a stranger
 * with many connections could fill the memory of the process. Most bodies are small, and cost nothing here.
 */
@Injectable()
export class KeyBeforeBody {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly addresses: CallerAddress,
  ) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (!keepsMuch(request)) return done();
      if (request.is404) return done(notFound());
      const header = [request.headers['x-api-key'] ?? ''].flat()[0];
      this.apiKeys.admit(header, this.addresses.networkOf(request)).then(() => done(), done);
    });
  }
}

/** Whether more than a stranger's share may be kept of a body. One without a length may have any. */
function keepsMuch(request: FastifyRequest): boolean {
  const { headers, method, routeOptions } = request;
  const isLarge =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > STRANGERS_BODY_BYTES;
  if (!isLarge || method === 'GET' || method === 'HEAD') return false;
  return request.is404 || (routeOptions.bodyLimit > STRANGERS_BODY_BYTES && !takesFeeds(request));
}
