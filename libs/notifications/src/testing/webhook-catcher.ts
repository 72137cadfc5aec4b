import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface CaughtRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A receiver on loopback that keeps what it is sent. */
export interface WebhookCatcher {
  readonly url: string;
  readonly requests: CaughtRequest[];
  close(): void;
}

/** Starts a receiver; without `answer` it answers 204. */
export async function startCatcher(
  answer: (response: http.ServerResponse, request: CaughtRequest) => void = (response) => response.writeHead(204).end(),
  host = '127.0.0.1',
): Promise<WebhookCatcher> {
  const requests: CaughtRequest[] = [];
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const caught = {
        method: incoming.method!,
        path: incoming.url!,
        headers: incoming.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      };
      requests.push(caught);
      answer(response, caught);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
