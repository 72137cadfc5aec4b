import net from 'node:net';
import type { Request } from 'autocannon';
import { CLIENTS } from './http-load.js';

/** Requests as the bytes that are sent. */
export type WrittenRequests = readonly Buffer[];

/** Writes each request once, so that thousands of different ones cost no more to send than one. */
export function written(url: string, requests: readonly Request[]): WrittenRequests {
  const { host } = new URL(url);
  return requests.map(({ method, path, headers = {}, body = '' }) => {
    const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const head = [`${method!} ${path!} HTTP/1.1`, `host: ${host}`, ...fields, ...length];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/**
 * All clients at once, each taking the next request that nobody has taken yet, from the one at `first`; milliseconds of
 * every answer, and where the next run is to begin.
 */
export async function fireVaried(
  url: string,
  requests: WrittenRequests,
  { first, seconds }: { readonly first: number; readonly seconds: number },
): Promise<{ times: number[]; errors: number; next: number }> {
  const run = { times: [] as number[], errors: 0, next: first };
  const until = performance.now() + seconds * 1_000;
  const take = (): Buffer | undefined =>
    performance.now() < until ? requests[run.next++ % requests.length] : undefined;
  await Promise.all(Array.from({ length: CLIENTS }, () => ask(new URL(url), take, run)));
  return run;
}

/** One connection, which asks again as soon as it has an answer. */
function ask(
  { hostname, port }: URL,
  take: () => Buffer | undefined,
  run: { readonly times: number[]; errors: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname).setNoDelay(true);
    let since = 0;
    let head = '';
    let missing = -1; // bytes of the answer; negative while its head is not complete
    const send = (): void => {
      const request = take();
      if (request === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      [since, head, missing] = [performance.now(), '', -1];
      socket.write(request);
    };
    socket.on('data', (bytes) => {
      missing -= bytes.length;
      if (head !== 'read') {
        head += bytes.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [, length] = /^content-length: (\d+)/im.exec(head.slice(0, end + 2)) ?? [];
        if (length === undefined) return void reject(new Error(`An answer does not say its length: ${head}`));
        if (!head.startsWith('HTTP/1.1 200 ')) run.errors += 1;
        missing = end + 4 + Number(length) - head.length;
        head = 'read';
      }
      if (missing > 0) return;
      run.times.push(performance.now() - since);
      send();
    });
    socket.once('connect', send);
    socket.once('error', reject);
  });
}
