import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.js';

/** Media types of a feed. */
export const FEED_TYPES = ['application/x-ndjson', 'application/ndjson'] as const;

/** A route whose body is a feed: it is left unread, of any length, for the route to read. */
export const TakesFeeds = () => RouteConfig({ takesFeeds: true });

export function takesFeeds({ routeOptions: { config } }: FastifyRequest): boolean {
  return (config as { takesFeeds?: boolean } | undefined)?.takesFeeds === true;
}

/** Every other route refuses feeds. */
export function takeFeeds(fastify: FastifyInstance): void {
  fastify.addContentTypeParser([...FEED_TYPES], (request, _body, done) => {
    if (takesFeeds(request)) done(null, undefined);
    else done(unsupportedType(request), undefined);
  });
}

/** The answer to a body of another media type than its route takes. */
export function unsupportedType(request: FastifyRequest): Problem {
  return takesFeeds(request)
    ? new Problem(
        'unsupported-media-type',
        `A feed is sent as Content-Type: ${FEED_TYPES[0]}, gzip with Content-Encoding: gzip.`,
        { headers: { 'accept-encoding': 'gzip' } },
      )
    : new Problem(
        'unsupported-media-type',
        'The body must be sent as Content-Type: application/json, in UTF-8 and not compressed.',
      );
}
