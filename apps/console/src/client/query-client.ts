import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.js';

const TRIES = 2;
/** How often is asked again while the service is away: a page goes on by itself once it is back. */
const ASK_AGAIN_MS = 3_000;
const LONGEST_WAIT_MS = 15_000;

/** Asks again where waiting may help: a server that is away, busy or out of order. A refusal is shown at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always', // the server may run on this very machine
        retry: (failures, error) => failures < TRIES && mayPass(error),
        refetchInterval: ({ state: { error } }) => (error !== null && mayPass(error) ? ASK_AGAIN_MS : false),
        retryDelay: (failures, error) => waitMs(failures, error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function mayPass(error: Error): boolean {
  return error instanceof ApiProblem ? error.isPassing : error instanceof TypeError; // fetch that reached nobody
}

function waitMs(failures: number, error: Error): number {
  const asked = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.min(LONGEST_WAIT_MS, Math.max(asked, 500 * 2 ** failures));
}
