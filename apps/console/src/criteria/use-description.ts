import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { api, ask } from '../client/api.js';
import { useQuery } from '../client/use-query.js';
import { useLanguage } from '../texts/languages.js';
import type { CriteriaNode } from './node-path.js';

/** Criteria in words, as the interface says them; its violations are the error. */
export function useDescription(criteria: CriteriaNode, waitMs = 0) {
  const language = useLanguage();
  // By its text: the same tree is another object after every render.
  const [text] = useDebouncedValue(JSON.stringify(criteria), waitMs);
  const asked = JSON.parse(text) as CriteriaNode;
  return useQuery({
    queryKey: ['criteria', asked, language],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/criteria/describe', {
          params: { header: { 'Accept-Language': language } },
          body: { criteria: asked },
          signal,
        }),
      ),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
