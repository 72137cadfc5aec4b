import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** What a connection without a key may have us keep of its body; about what the connection itself takes. */
export const STRANGERS_BODY_BYTES = 16 * 1024;

/** Lets a route take a larger body than the others. */
export const BodyLimit = (bytes: number) => RouteConfig({ bodyLimit: bytes });

/** Hands the limits that routes declare on to Fastify. */
export function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as { bodyLimit?: number };
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}
