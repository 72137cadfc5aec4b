import { useInfiniteQuery as useInfiniteAnswer, useQuery as useAnswer } from '@tanstack/react-query';
import { useRef } from 'react';

/** As the library's, but what went wrong stays said while it is asked again: the library forgets it meanwhile. */
export const useQuery = ((options, client) => useLastingError(useAnswer(options, client))) as typeof useAnswer;

/** The same for an answer that comes page by page. */
export const useInfiniteQuery = ((options, client) =>
  useLastingError(useInfiniteAnswer(options, client))) as typeof useInfiniteAnswer;

interface Answer {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  readonly errorUpdateCount: number;
}

function useLastingError<Result extends Answer>(result: Result): Result {
  const last = useRef<unknown>(null);
  if (result.error !== null) last.current = result.error;
  const hasNoAnswer = result.isPending || result.isPlaceholderData;
  const isAskedAgain = result.error === null && hasNoAnswer && result.errorUpdateCount > 0;
  return isAskedAgain ? { ...result, error: last.current } : result;
}
