import { keepPreviousData } from '@tanstack/react-query';
import { api, ask } from '../../client/api.js';
import { useQuery } from '../../client/use-query.js';
import { fieldOf, type ConditionName } from '../../criteria/conditions.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { useFormats } from '../../texts/formats.js';

/** How many homes there would be for another choice; undefined until that is known. */
export interface FacetCounts {
  readonly propertyType: (word: string) => string | undefined;
  readonly feature: (name: ConditionName) => string | undefined;
}

/** Counts by kind and feature, each as if its own condition were not there. */
export function useFacets(criteria: CriteriaNode): FacetCounts {
  const { number } = useFormats();
  const { data } = useQuery({
    queryKey: ['facets', criteria],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/properties/facets', {
          body: { searchMode: 'advanced', criteria, facets: ['propertyType', 'features'] },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const counted = (counts: readonly { value: string; count: number }[] | null | undefined, value: string) =>
    counts === undefined || counts === null
      ? undefined
      : number(counts.find((each) => each.value === value)?.count ?? 0);
  return {
    propertyType: (word) => counted(data?.facets.propertyType, word),
    feature: (name) => counted(data?.facets.features, fieldOf(name).path.at(-1)!),
  };
}
