import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { mayReadMetrics } from '../metrics/metrics.js';
import { redact } from '../logging/redact.js';
import type { Health } from './health.js';

/** What the small server shows and where. */
export interface HealthServerOptions {
  readonly host: string;
  readonly port: number;
  /** Of so many ports behind it, the next free one is taken where this one is in use; 20 if left out. */
  readonly portsTried?: number;
  readonly health: Health;
  readonly metrics: Registry;
  readonly metricsToken?: string;
  /** Answers what is asked of other addresses; without it, that they are not here. */
  readonly answerOthers?: ((request: http.IncomingMessage, response: http.ServerResponse) => void) | undefined;
}

/** A running health server. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const PORTS_TRIED = 20;
const PATHS: readonly string[] = ['/health/live', '/health/ready', '/metrics'];
const pathOf = ({ url = '/' }: http.IncomingMessage): string => url.split('?')[0]!;

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` for a process that has no HTTP of its own, and tells the
 * supervisor its port.
 */
export async function startHealthServer({
  host,
  port,
  portsTried = PORTS_TRIED,
  health,
  metrics,
  metricsToken,
  answerOthers,
}: HealthServerOptions): Promise<HealthServer> {
  const server = http.createServer((request, response) => {
    const isOther = !PATHS.includes(pathOf(request));
    if (isOther && answerOthers !== undefined) return answerOthers(request, response);
    answer(request).catch((error: Error) =>
      respond(response, 500, 'application/json', JSON.stringify({ status: 'failed', reason: redact(error.message) })),
    );

    async function answer({ method, headers }: http.IncomingMessage): Promise<void> {
      const path = pathOf(request);
      if (method !== 'GET' && method !== 'HEAD')
        return respond(response, 405, 'text/plain', 'Only GET is served here.\n');
      if (path === '/health/live')
        return respond(response, 200, 'application/json', JSON.stringify({ status: 'live' }));
      if (path === '/health/ready') {
        const readiness = await health.readiness();
        return respond(
          response,
          readiness.status === 'ready' ? 200 : 503,
          'application/json',
          redact(JSON.stringify(readiness)),
        );
      }
      if (isOther) return respond(response, 404, 'text/plain', 'Here are /health/live, /health/ready and /metrics.\n');
      if (!mayReadMetrics(metricsToken, headers.authorization))
        return respond(response, 401, 'text/plain', 'The metrics ask for a bearer token.\n');
      return respond(response, 200, metrics.contentType, await metrics.metrics());
    }
  });
  server.requestTimeout = 5_000;
  const taken = await listenNear(server, host, port, portsTried);
  announcePort(taken);
  return {
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Tells the supervising process, where there is one, at which port this process answers `/health/ready`. */
export function announcePort(port: number): void {
  process.send?.({ type: 'listening', port });
}

async function listenNear(server: http.Server, host: string, first: number, portsTried: number): Promise<number> {
  for (let port = first; ; port++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port, exclusive: true }, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port - first >= portsTried || port >= 65_535)
        throw error;
    }
  }
}

function respond(response: http.ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(body);
}
