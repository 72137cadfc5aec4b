import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@gable/domain/testing';
import type { ApiRun } from './api-run.js';

const CLIENTS = 6;
/** Between two requests of a client, at most. */
const PAUSE_MS = 12;

/**
 * Asks one run of the API for everything that is billed, in several connections at once, until it has ended or the
 * signal aborts; notes every answer it read whole.
 */
export async function useApi(
  run: ApiRun,
  propertyUuids: readonly string[],
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (run.end === undefined && !signal.aborted) {
        const { method, path, body, results } = someRequest(random, propertyUuids);
        const answer = await ask(run, agent, method, path, body);
        if (answer !== undefined) run.served.push({ at: performance.now(), results: results(answer) });
        await sleep(random.whole(0, PAUSE_MS));
      }
    }),
  );
  agent.destroy();
}

interface BilledRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly results: (answer: unknown) => number;
}

function someRequest(random: SeededRandom, propertyUuids: readonly string[]): BilledRequest {
  const way = random.next();
  if (way < 0.4) return { method: 'GET', path: `/properties/${random.pick(propertyUuids)}`, results: () => 1 };
  if (way < 0.6) return { method: 'POST', path: '/properties/count', body: {}, results: () => 0 };
  return {
    method: 'POST',
    path: '/properties',
    body: { size: random.whole(1, 20) },
    results: (answer) => (answer as { items: unknown[] }).items.length,
  };
}

/** What was answered with 200, once all of it is there; undefined for everything else, a cut connection too. */
async function ask(
  { url, apiKey }: ApiRun,
  agent: http.Agent,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  return new Promise((resolve) => {
    const request = http.request(
      url + path,
      {
        method,
        agent,
        headers: {
          'x-api-key': apiKey,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve(response.statusCode === 200 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined),
        );
        response.on('error', () => resolve(undefined));
      },
    );
    request.on('error', () => resolve(undefined));
    request.end(body && JSON.stringify(body));
  });
}
