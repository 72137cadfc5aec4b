import { once, setMaxListeners } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';

/** How often things go wrong, as shares of 1. */
export interface FaultRates {
  /** Of the items of bulk writes: put off (429), or taken and yet answered with 500, half and half. */
  readonly items: number;
  /** Of bulk writes: not passed on (503), or passed on and the connection cut before the answer, half and half. */
  readonly requests: number;
  /**
   * Of bulk writes: the connection is cut at once, and what was sent arrives up to two seconds later, or when all is
   * over, half and half: newer is there by then.
   */
  readonly late: number;
}

interface Action {
  readonly kind: string;
  readonly lines: readonly string[];
  readonly fate: 'pass' | 'put off' | 'denied';
}

/**
 * Stands in front of a real OpenSearch, passes everything on and lets bulk writes fail as a busy or broken server does,
 * item by item. The same for the same seed and requests.
 */
export class FaultyOpenSearch {
  readonly faults = { itemsPutOff: 0, itemsDenied: 0, requestsRefused: 0, answersCut: 0, arrivedLate: 0, outages: 0 };
  private isAway = false;
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly over = new AbortController();
  rates: FaultRates;
  private readonly random: SeededRandom;
  private readonly server: http.Server;
  private readonly agent = new http.Agent({ keepAlive: true });

  private constructor(
    private readonly target: URL,
    rates: FaultRates,
    seed: number,
  ) {
    this.rates = rates;
    this.random = new SeededRandom(seed);
    setMaxListeners(0, this.over.signal);
    this.server = http.createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(targetUrl: string, rates: FaultRates, seed: number): Promise<FaultyOpenSearch> {
    const proxy = new FaultyOpenSearch(new URL(targetUrl), rates, seed);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Nobody is there for a while: every connection is cut, and every new one. */
  async goAway(ms: number): Promise<void> {
    this.isAway = true;
    this.faults.outages += 1;
    this.server.closeAllConnections();
    await sleep(ms);
    this.isAway = false;
  }

  /** Lets everything arrive that is late. */
  async settle(): Promise<void> {
    this.over.abort();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  async close(): Promise<void> {
    await this.settle();
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
    await once(this.server, 'close');
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (this.isAway) return void request.socket.destroy();
    const body = await bodyOf(request);
    if (!new URL(request.url!, this.target).pathname.endsWith('/_bulk')) return this.passOn(request, body, response);
    if (this.random.chance(this.rates.requests / 2)) {
      this.faults.requestsRefused += 1;
      return send(response, 503, { error: { type: 'unavailable_shards_exception', reason: 'injected' }, status: 503 });
    }
    const actions = this.actionsOf(body.toString());
    if (this.random.chance(this.rates.late)) {
      response.destroy();
      return this.arriveLate(request, actions);
    }
    const passed = actions.filter(({ fate }) => fate !== 'put off');
    const { items, ...rest } = passed.length === 0 ? { items: [] } : await this.bulk(request, passed);
    if (this.random.chance(this.rates.requests / 2)) {
      this.faults.answersCut += 1;
      return void response.destroy();
    }
    const answered = items[Symbol.iterator]();
    const merged = actions.map(({ kind, fate }) => {
      const item = fate === 'put off' ? undefined : answered.next().value;
      if (fate === 'pass') return item;
      this.faults[fate === 'put off' ? 'itemsPutOff' : 'itemsDenied'] += 1;
      return { [kind]: fate === 'put off' ? OVERLOADED : BROKEN };
    });
    send(response, 200, { took: 0, ...rest, errors: true, items: merged });
  }

  private arriveLate(request: http.IncomingMessage, actions: readonly Action[]): void {
    const delay = this.random.chance(0.5) ? this.random.whole(300, 2_000) : FOR_EVER;
    const arriving = sleep(delay, undefined, { signal: this.over.signal })
      .catch(() => {})
      .then(() => this.bulk(request, actions))
      .then(
        () => void (this.faults.arrivedLate += 1),
        () => {},
      );
    this.underWay.add(arriving);
    void arriving.then(() => this.underWay.delete(arriving));
  }

  private actionsOf(text: string): Action[] {
    const lines = text.split('\n').filter((line) => line !== '');
    const actions: Action[] = [];
    for (let at = 0; at < lines.length;) {
      const [kind] = Object.keys(JSON.parse(lines[at]!) as object) as [string];
      const length = kind === 'delete' ? 1 : 2;
      const fate = !this.random.chance(this.rates.items) ? 'pass' : this.random.chance(0.5) ? 'put off' : 'denied';
      actions.push({ kind, lines: lines.slice(at, at + length), fate });
      at += length;
    }
    return actions;
  }

  private async bulk(request: http.IncomingMessage, actions: readonly Action[]): Promise<{ items: unknown[] }> {
    const answer = await this.ask(request, Buffer.from(actions.map(({ lines }) => `${lines.join('\n')}\n`).join('')));
    const parsed = JSON.parse((await bodyOf(answer)).toString()) as { items?: unknown[] };
    if (parsed.items === undefined) throw new Error('not a bulk answer');
    return parsed as { items: unknown[] };
  }

  private async passOn(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): Promise<void> {
    const answer = await this.ask(request, body);
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  }

  private async ask({ method, url, headers }: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
    const { host: _, connection: __, 'transfer-encoding': ___, ...kept } = headers;
    const { hostname, port } = this.target;
    const passed = http.request({
      agent: this.agent,
      hostname,
      port,
      path: url,
      method,
      headers: { ...kept, 'content-length': body.length },
    });
    passed.end(body);
    const [answer] = (await once(passed, 'response')) as [http.IncomingMessage];
    return answer;
  }
}

const FOR_EVER = 2 ** 31 - 1;
const OVERLOADED = { status: 429, error: { type: 'rejected_execution_exception', reason: 'injected' } };
const BROKEN = { status: 500, error: { type: 'exception', reason: 'injected' } };

async function bodyOf(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
