import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { PublicLimit } from '../access/public-limit.js';
import { commonHeaders, hostLines } from '../http/request-headers.js';
import { securityHeaders } from '../http/security-headers.js';
import { LIVE } from './health-response.js';
import type { RequestDurations } from './request-metrics.js';

const LIVE_PATH = '/health/live';

/**
 * Answers plain probes of life before the framework sees them: what the route says is always the same. Anything else
 * about a probe, a query, a body, no Host, too many of them, is left to the route.
 */
export class ProbeOfLife {
  private readonly body = JSON.stringify(LIVE); // as a string it goes out in one piece with the headers
  private readonly headers = Object.entries({
    ...securityHeaders(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(this.body)),
  }).flat();

  constructor(
    private readonly limit: Pick<PublicLimit, 'secondsUntilNext'>,
    private readonly durations: Pick<RequestDurations, 'observe'>,
    private readonly isDraining: () => boolean,
  ) {}

  /** Takes the place of the only listener of a server, and hands it what it does not answer. */
  watch(server: Server): void {
    const [route] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!this.answers(request, response)) route!(request, response);
    });
  }

  private answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== LIVE_PATH || request.method !== 'GET' || !isPlain(request) || this.isDraining()) return false;
    const arrived = performance.now();
    if (this.limit.secondsUntilNext('health', request) > 0) return false;
    const own = Object.entries(commonHeaders(randomUUID())).flat();
    response.writeHead(200, [...this.headers, ...own]).end(this.body);
    this.durations.observe('GET', LIVE_PATH, 200, performance.now() - arrived);
    return true;
  }
}

function isPlain(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return length === undefined && encoding === undefined && hostLines(request) === 1;
}
