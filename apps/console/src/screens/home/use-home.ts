import { api, ask, type Schema } from '../../client/api.js';
import { useQuery } from '../../client/use-query.js';
import { useLanguage } from '../../texts/languages.js';
import { comparableCriteria } from './compare-nearby.js';

const COMPARABLES = 50;

/** A home as `GET /properties/{uuid}` answers it. */
export type Home = Schema<'PropertyRecord'>;

export function useHome(uuid: string) {
  return useQuery({
    queryKey: ['home', uuid],
    queryFn: ({ signal }) => ask<Home>(api.GET('/properties/{uuid}', { params: { path: { uuid } }, signal })),
  });
}

export function useGrouping(uuid: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['home', uuid, 'grouping', language],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/properties/{uuid}/grouping', {
          params: { path: { uuid }, header: { 'Accept-Language': language } },
          signal,
        }),
      ),
  });
}

export function useHistory(uuid: string) {
  return useQuery({
    queryKey: ['home', uuid, 'history'],
    queryFn: ({ signal }) => ask(api.GET('/properties/{uuid}/history', { params: { path: { uuid } }, signal })),
  });
}

/** Homes like this one, without itself. */
export function useComparables({ uuid, merged }: Home) {
  const criteria = comparableCriteria(merged);
  return useQuery({
    queryKey: ['home', uuid, 'comparables', criteria],
    enabled: criteria !== null,
    queryFn: async ({ signal }) => {
      const { items } = await ask<Schema<'SearchFlat'>>(
        api.POST('/properties', {
          body: {
            searchMode: 'advanced',
            criteria: criteria!,
            paginationType: 'cursor',
            size: COMPARABLES,
            highlight: false,
          },
          signal,
        }),
      );
      return items.filter((property) => property.uuid !== uuid);
    },
  });
}
