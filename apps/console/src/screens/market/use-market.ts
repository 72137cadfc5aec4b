import { keepPreviousData } from '@tanstack/react-query';
import { api, ask } from '../../client/api.js';
import { useQuery } from '../../client/use-query.js';
import { PLACE_TYPES, type Question } from './market-state.js';

/** An answer of the analytics to one question. */
export function useAnalytics(question: Question, isReady: boolean) {
  return useQuery({
    queryKey: ['market', question],
    enabled: isReady,
    queryFn: ({ signal }) => {
      const { query, criteria } = question;
      // Without criteria the figures of whole months are ready.
      if (criteria === undefined) return ask(api.GET('/analytics/listings', { params: { query }, signal }));
      return ask(api.POST('/analytics/listings', { params: { query }, body: { criteria }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

export function usePlace(id: number | undefined) {
  return useQuery({
    queryKey: ['division', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => ask(api.GET('/geo/divisions/{id}', { params: { path: { id: id! } }, signal })),
    staleTime: Infinity,
  });
}

/** Cities, districts and neighbourhoods for what was typed so far. */
export function usePlaceSuggestions(typed: string) {
  const q = typed.trim();
  const { data = [] } = useQuery({
    queryKey: ['divisions', 'market', q],
    enabled: /[\p{L}\p{N}]/u.test(q),
    queryFn: ({ signal }) =>
      ask(api.GET('/geo/autocomplete', { params: { query: { q, type: [...PLACE_TYPES], limit: 8 } }, signal })),
  });
  return data;
}
