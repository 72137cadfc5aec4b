import { isTransient, wasCutOff } from '@gable/persistence';
import { SearchUnavailable } from '@gable/search';

/** Turns failures that pass into `SearchUnavailable`; everything else is a fault of ours and stays as it is. */
export function asSearchError(error: unknown): unknown {
  if (!isTransient(error)) return error;
  const isSlow = wasCutOff(error);
  return new SearchUnavailable(
    isSlow
      ? 'The search took too long; narrow it down or try again.'
      : 'The database of the search cannot be reached; try again.',
    isSlow ? 5 : 1,
    { cause: error },
  );
}
