import type { ReplaySelection } from '@gable/persistence/delivery';
import type { ReplayRequest } from './replay-request.js';

export interface ReplayAnswer {
  readonly queued: number;
  readonly nextRequestBody: ReplayRequest | null;
}

export function replayAnswer({ queued, next }: { queued: number; next: ReplaySelection | null }): ReplayAnswer {
  return {
    queued,
    nextRequestBody: next && {
      since: next.since.toISOString(),
      until: next.until?.toISOString(),
      onlyFailed: next.onlyFailed,
      after: next.after,
    },
  };
}
