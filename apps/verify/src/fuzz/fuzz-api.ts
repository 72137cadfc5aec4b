import { withFuzzedApi } from './fuzzed-api.js';
import { runFuzz, type FuzzOutcome } from './run-fuzz.js';

export interface FuzzPlan {
  /** The folder of the checkout, whose built API is started. */
  readonly root: string;
  readonly requests: number;
  readonly seed: number;
  /** Sends this request alone. */
  readonly only?: number | undefined;
  readonly say?: (line: string) => void;
}

/** Starts an API process on a database of its own and fuzzes it. */
export function fuzzApi({ root, ...plan }: FuzzPlan): Promise<FuzzOutcome> {
  return withFuzzedApi(root, { ACCOUNT_MAX_FEED_JOBS: '10000' }, (api) => runFuzz({ ...plan, ...api }));
}
