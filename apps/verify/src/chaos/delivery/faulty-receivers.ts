import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { signWebhook } from '@gable/notifications';
import { SeededRandom } from '@gable/domain/testing';

/** A webhook that a receiver was sent, accepted or not. */
export interface Arrival {
  /** Where to, as the alert has it. */
  readonly url: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly listingId: string;
  /** Of the bytes. */
  readonly bodyHash: string;
  readonly isVerified: boolean;
  /** Answered with 204: from then on it is the receiver's. */
  readonly isAccepted: boolean;
  /** When it had come whole, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Receivers that fail a share of what they are sent, each another share, in every way a receiver can. One path answers
 * late, so that something is always under way.
 */
export class FaultyReceivers {
  readonly arrivals: Arrival[] = [];
  private isWell = false;

  private constructor(
    private readonly servers: readonly http.Server[],
    private readonly shares: readonly number[],
    private readonly latePath: string,
  ) {}

  /** @param signingKey of every alert that sends here */
  static async start({
    count,
    least,
    most,
    latePath,
    seed,
    signingKey,
  }: {
    count: number;
    least: number;
    most: number;
    latePath: string;
    seed: number;
    signingKey: string;
  }): Promise<FaultyReceivers> {
    const servers = Array.from({ length: count }, () => http.createServer());
    const receivers = new FaultyReceivers(
      servers,
      servers.map((_, place) => least + ((most - least) * place) / Math.max(1, count - 1)),
      latePath,
    );
    for (const [place, server] of servers.entries()) {
      const random = new SeededRandom(seed * 1_000 + place);
      server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) =>
        receivers.take(place, random, signingKey, request, response),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return receivers;
  }

  get count(): number {
    return this.servers.length;
  }

  /** An address at one of the receivers. */
  urlOf(place: number, path: string): string {
    return `http://127.0.0.1:${(this.servers[place]!.address() as AddressInfo).port}/${path}`;
  }

  /** From now on everything is accepted, and at once. */
  recover(): void {
    this.isWell = true;
  }

  close(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  private take(
    place: number,
    random: SeededRandom,
    signingKey: string,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): void {
    const fault = !this.isWell && random.chance(this.shares[place]!) ? random.pick(FAULTS) : undefined;
    if (fault === 'cut at once') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      this.arrivals.push({
        ...readArrival(request, Buffer.concat(chunks), signingKey),
        isAccepted: fault === undefined,
        at: Date.now(),
      });
      const isLate = !this.isWell && request.url === `/${this.latePath}`;
      setTimeout(() => answer(request, response, fault), isLate ? LATE_MS : 0);
    });
  }
}

const LATE_MS = 1_000;
const FAULTS = [500, 502, 503, 429, 404, 302, 'cut at once', 'cut after reading', 'cut in the status'] as const;

function answer(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  fault: Exclude<(typeof FAULTS)[number], 'cut at once'> | undefined,
): void {
  if (fault === undefined) response.writeHead(204).end();
  else if (fault === 'cut after reading') request.socket.destroy();
  else if (fault === 'cut in the status') response.socket?.end('HTTP/1.1 2');
  else response.writeHead(fault, { 'retry-after': '1', location: 'http://127.0.0.1:1/' }).end('no');
}

function readArrival(
  { headers, url }: http.IncomingMessage,
  body: Buffer,
  signingKey: string,
): Omit<Arrival, 'isAccepted' | 'at'> {
  const [id, seconds, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  const expected = signWebhook({ webhookId: id!, timestamp: new Date(Number(seconds) * 1_000), body }, [signingKey]);
  const said = JSON.parse(body.toString('utf8')) as { data?: { eventId?: string; listingId?: string } };
  return {
    url: `http://${headers.host}${url}`,
    webhookId: id!,
    eventId: said.data?.eventId ?? 'none',
    listingId: said.data?.listingId ?? 'none',
    bodyHash: createHash('sha256').update(body).digest('base64'),
    isVerified: expected['webhook-signature'] === signature,
  };
}
