import type { Config } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from './route-table.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The path of an address without the public path, where it has it. */
    withoutPublicPath?: (url: string) => string;
  }
}

/** The path of PUBLIC_URL, which a proxy takes away before requests arrive: `/gable`, or nothing. */
export function publicPathOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  // With two slashes at its beginning, a link would lead to another host.
  return new URL(publicUrl).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/**
 * Puts the public path before what Location and Link lead to. Who follows them past the proxy comes with it, as do
 * requests of a proxy that leaves it there: it is taken away unless the address is one of ours as it is.
 */
export function serveBelow(publicPath: string, fastify: FastifyInstance, routes: RouteTable): void {
  if (publicPath === '') return;
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const { location, link } = reply.getHeaders();
    if (typeof location === 'string' && location.startsWith('/')) reply.header('location', publicPath + location);
    // Within a target `<` is escaped: only the beginnings of targets are meant.
    if (typeof link === 'string')
      reply.header(
        'link',
        link.replaceAll('</', () => `<${publicPath}/`),
      );
    done(null, payload);
  });
  fastify.decorate('withoutPublicPath', (url: string) => {
    const rest = url.startsWith(publicPath) ? url.slice(publicPath.length) : '';
    return /^[/?]/.test(rest) && routes.methodsOf(url).length === 0 ? rest.replace(/^\?/, '/?') : url;
  });
}
