import { once } from 'node:events';
import http from 'node:http';

/** Loopback addresses 127.0.1.1 and following that it listens on, beside 127.0.0.1. */
export const HOST_ADDRESSES = 40;
const DRIP_EVERY_MS = 1_000;

/**
 * Receivers on many addresses that take everything and never come to an end: `/hang/…` says nothing, `/drip/…` a byte
 * a second.
 */
export class Tarpit {
  /** Requests that came. */
  taken = 0;
  private readonly servers: http.Server[] = [];

  static async start(port: number): Promise<Tarpit> {
    const tarpit = new Tarpit();
    const hosts = ['127.0.0.1', ...Array.from({ length: HOST_ADDRESSES }, (_, place) => `127.0.1.${1 + place}`)];
    for (const host of hosts) {
      const server = http.createServer((request, response) => tarpit.take(request, response));
      server.listen(port, host);
      await once(server, 'listening');
      tarpit.servers.push(server);
    }
    return tarpit;
  }

  close(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  private take(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.taken += 1;
    request.on('error', () => {});
    request.resume();
    if (!request.url?.startsWith('/drip')) return;
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), DRIP_EVERY_MS);
    response.on('error', () => {});
    response.on('close', () => clearInterval(dripping));
  }
}
