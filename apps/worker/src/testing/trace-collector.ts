import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came over OTLP/HTTP, in JSON. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface Value {
  stringValue?: string;
  intValue?: number | string;
  boolValue?: boolean;
}
type KeyValues = { key: string; value: Value }[];
type SentSpan = Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: KeyValues };
interface Request {
  resourceSpans: { resource: { attributes: KeyValues }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector of traces: a real receiver of OTLP/HTTP that keeps what it gets. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  private readonly server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') this.take(JSON.parse(Buffer.concat(chunks).toString()) as Request);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take({ resourceSpans }: Request): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(read(resource.attributes)['service.name']);
      for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, service, attributes: read(attributes) });
    }
  }
}

function read(attributes: KeyValues): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? '' : Number(value.intValue)),
    ]),
  );
}
