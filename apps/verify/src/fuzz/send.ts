import http from 'node:http';
import type { FuzzRequest } from './fuzz-request.js';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

const PATIENCE_MS = 20_000;

/** Sends a request as it is written; fetch would mend addresses and refuse headers. */
export function send(
  agent: http.Agent,
  base: URL,
  { method, address, headers, body }: Pick<FuzzRequest, 'method' | 'address' | 'headers' | 'body'>,
): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      agent,
      method,
      path: address,
      host: base.hostname,
      port: base.port,
      timeout: PATIENCE_MS,
      headers: { ...headers, ...(body !== null && { 'content-length': String(body.length) }) },
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(body ?? undefined);
  });
}
