import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { exchange } from '../exchange.js';
import type { PoliteAnswer } from '../judge-answers.js';
import { someRequest } from '../polite-requests.js';

/** Who asks, and about what. */
export interface PoliteCustomer {
  readonly seed: number;
  readonly apiKey: string;
  readonly alertIds: readonly string[];
  readonly propertyIds: readonly string[];
}

/**
 * Asks at a steady rate until the signal aborts, whether the answer before has come or not; resolves with all answers
 * when the last one has come.
 */
export async function askPolitely(
  base: URL,
  { seed, apiKey, ...known }: PoliteCustomer,
  everyMs: number,
  signal: AbortSignal,
): Promise<PoliteAnswer[]> {
  const random = new SeededRandom(seed);
  // A connection for each request: one that is kept may be closed by the server just when it is used again.
  const agent = new http.Agent({ keepAlive: false });
  const answers: Promise<PoliteAnswer>[] = [];
  for (let due = Date.now() + random.whole(0, everyMs); !signal.aborted; due += everyMs) {
    await sleep(Math.max(0, due - Date.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const { route, ask } = someRequest(random, known);
    const lateMs = Date.now() - due;
    answers.push(
      exchange(agent, base, { ...ask, apiKey }, due).then(({ at, ms, ending, requestId }) => ({
        route,
        at,
        lateMs,
        ms,
        ending,
        requestId,
      })),
    );
  }
  return Promise.all(answers);
}
