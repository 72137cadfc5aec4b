import { QueryClient } from '@tanstack/react-query';
import { ApiProblem, Unreachable } from './api-problem.js';

const TRIES = 2;
/** How often is asked again while the service is away: a page goes on by itself once it is back. */
const ASK_AGAIN_MS = 3_000;
/** What is waited for while the reader sees that something loads. */
const LONGEST_WAIT_MS = 2_000;

/** Asks again where waiting may help: a server that is away, busy or out of order. A refusal is shown at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always', // the server may run on this very machine
        // Who is to wait for long is told so at once.
        retry: (failures, error) => failures < TRIES && mayPass(error) && askedToWaitMs(error) <= LONGEST_WAIT_MS,
        refetchInterval: every(false),
        retryDelay: (failures, error) => Math.max(askedToWaitMs(error), 500 * 2 ** failures),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** How often is asked: every so many milliseconds, or not again; after a failure that may pass when it may have. */
export function every<Interval extends number | false>(interval: Interval) {
  return ({ state: { error } }: { readonly state: { readonly error: Error | null } }): number | Interval =>
    error !== null && mayPass(error) ? Math.max(ASK_AGAIN_MS, askedToWaitMs(error)) : interval;
}

function mayPass(error: Error): boolean {
  return error instanceof ApiProblem ? error.isPassing : error instanceof Unreachable;
}

/** What the server asked for by Retry-After. */
function askedToWaitMs(error: Error): number {
  return error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}
