import { useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schema } from '../../client/api.js';
import { useMutation } from '../../client/use-mutation.js';
import { useQuery } from '../../client/use-query.js';

/** What a person may decide, as `POST /grouping-decisions` takes it. */
export type DecisionRequest = Schema<'GroupingDecisionRequest'>;

const PREVIEW = 'decision';

/** What the decision would come to. What is refused is refused here already. */
export function useDecisionPreview(request: DecisionRequest) {
  return useQuery({
    queryKey: ['home', request.propertyIds[0], PREVIEW, request],
    queryFn: ({ signal }) => ask(api.POST('/grouping-decisions/preview', { body: request, signal })),
    staleTime: 0,
  });
}

export function useDecide(onDecided: (decision: Schema<'GroupingDecision'>) => void) {
  const forget = useForgetHomes();
  return useMutation({
    mutationFn: (request: DecisionRequest) => ask(api.POST('/grouping-decisions', { body: request })),
    onSuccess: (decision) => {
      forget();
      onDecided(decision);
    },
  });
}

export function useWithdraw(onWithdrawn?: () => void) {
  const forget = useForgetHomes();
  return useMutation({
    mutationFn: (uuid: string) => ask(api.DELETE('/grouping-decisions/{uuid}', { params: { path: { uuid } } })),
    onSuccess: () => {
      forget();
      onWithdrawn?.();
    },
  });
}

/**
 * A decision changes several homes, and every search that finds them. What it would have come to is asked no more: it
 * would be refused, now that it is made.
 */
function useForgetHomes(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== PREVIEW });
}
