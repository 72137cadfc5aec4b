import { useQueries } from '@tanstack/react-query';
import { api, ask } from '../client/api.js';
import { useQuery } from '../client/use-query.js';

/** The names of divisions by their ids, as far as they are known yet. */
export function useDivisionNames(ids: readonly number[]): ReadonlyMap<number, string> {
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['division', id],
      queryFn: () => ask(api.GET('/geo/divisions/{id}', { params: { path: { id } } })),
      staleTime: Infinity,
    })),
  });
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.name] as const])));
}

/** Divisions for what was typed so far. */
export function useDivisionSuggestions(typed: string) {
  const q = typed.trim();
  const { data = [] } = useQuery({
    queryKey: ['divisions', q],
    queryFn: ({ signal }) => ask(api.GET('/geo/autocomplete', { params: { query: { q, limit: 8 } }, signal })),
    enabled: /[\p{L}\p{N}]/u.test(q),
  });
  return data;
}
