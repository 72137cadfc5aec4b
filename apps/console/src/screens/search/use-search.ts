import { keepPreviousData } from '@tanstack/react-query';
import { api, ask, type Schema } from '../../client/api.js';
import { useInfiniteQuery } from '../../client/use-query.js';
import { searchBody, type SearchState } from './search-state.js';

const PAGE_SIZE = 24;

/** The properties of a search, page after page by cursor, with the total of the first page. */
export function useSearch(state: SearchState) {
  const body = searchBody(state);
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['properties', body],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.POST('/properties', {
          body: {
            ...body,
            paginationType: 'cursor',
            size: PAGE_SIZE,
            cursor: pageParam ?? undefined,
            highlight: true,
          },
          signal,
        }),
      ) as Promise<Schema<'SearchFlat'>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.hasNextPage ? (page.cursor ?? null) : null),
    placeholderData: keepPreviousData,
  });
  const [first] = data?.pages ?? [];
  return {
    ...query,
    total: first?.totalItems,
    totalIsExact: first?.totalIsExact ?? true,
    properties: data?.pages.flatMap(({ items }) => items) ?? [],
  };
}
