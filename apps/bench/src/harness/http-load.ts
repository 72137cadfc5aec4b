import autocannon, { type Request } from 'autocannon';

/** Connections that ask at once. */
export const CLIENTS = 16;

/** All clients at once, each beginning at another request; milliseconds of every answer. */
export async function fire(
  url: string,
  requests: readonly Request[],
  seconds: number,
): Promise<{ times: number[]; errors: number }> {
  const times: number[] = [];
  let clients = 0;
  const run = autocannon({
    url,
    connections: CLIENTS,
    duration: seconds,
    requests,
    setupClient: (client) => {
      const start = Math.floor((clients++ * requests.length) / CLIENTS);
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, timeouts, non2xx } = await run;
  return { times, errors: errors + timeouts + non2xx };
}

/**
 * One request of all clients again and again, from a thread of its own: what is measured meanwhile does not wait for
 * long answers to be read.
 */
export async function fireAside(
  url: string,
  request: Request,
  seconds: number,
): Promise<{ answered: number; errors: number }> {
  const run = await autocannon({ url, connections: CLIENTS, duration: seconds, requests: [request], workers: 1 });
  return { answered: run['2xx'], errors: run.errors + run.timeouts + run.non2xx };
}
