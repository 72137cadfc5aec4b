import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { applyBodyLimits } from './body-limit.js';
import { boundBodies } from './body-timeout.js';
import { takeFeeds } from './feed-bodies.js';
import { takeForms } from './forms.js';
import { Problem } from './problem.js';
import { answerBrokenRequest, answerExpectation, answerUnroutable } from './raw-problems.js';
import { markAnswers } from './request-headers.js';
import { secureAnswers } from './security-headers.js';
import { readWhole } from './whole-body.js';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;

/** Fastify with our bounds, before Nest puts routes on it. */
export function httpServer(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 0,
    http: {
      requestTimeout: 0, // of all routes alike; `boundBodies` knows those whose body takes long
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000, // Node looks for late requests only every 30 s by default
      requireHostHeader: false, // checked by us, so that the answer is a problem document
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logger: false,
    skipMiddie: true, // no Express middleware here
    rewriteUrl(this: FastifyInstance, { url = '' }: IncomingMessage) {
      return this.withoutPublicPath?.(url) ?? url;
    },
    return503OnClosing: false, // requests in flight while draining are answered as always
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerUnroutable,
    // A parameter of any length reaches its route, which knows what to say.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  secureAnswers(fastify);
  markAnswers(fastify);
  applyBodyLimits(fastify);
  takeJson(fastify);
  takeForms(fastify);
  takeFeeds(fastify);
  boundBodies(fastify);
  fastify.server.on('checkExpectation', answerExpectation);
  return adapter;
}

/**
 * Hands bodies on as bytes (see JsonBody). Media types other than JSON, forms and feeds, charsets and encodings are
 * 415.
 */
function takeJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', (request, payload, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
    if (encoding !== 'identity') return done(new Problem('unsupported-media-type', 'The body must not be compressed.'));
    if (!/^utf-?8$/i.test(charset)) return done(new Problem('unsupported-media-type', 'The body must be UTF-8.'));
    readWhole(request, payload, done);
  });
}
