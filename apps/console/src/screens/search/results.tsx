import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { LastAnswer } from '../../feedback/last-answer.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import { useTexts } from '../../texts/texts.js';
import { searchTexts } from './search-texts.js';
import type { useSearch } from './use-search.js';

/** The homes found, more of them whenever the end comes in sight. */
export function Results({
  search,
  onLookAt,
  empty,
}: {
  search: ReturnType<typeof useSearch>;
  onLookAt: (uuid: string | undefined) => void;
  empty: ReactNode;
}) {
  const t = useTexts(searchTexts);
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const { hasNextPage, isFetching, isError, fetchNextPage } = search;
  const isInSight = entry?.isIntersecting === true;
  useEffect(() => {
    if (isInSight && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isInSight, hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <Stack>
      {search.error !== null && <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />}
      {search.isPending && <Loading />}
      {search.total === 0 && search.error === null && empty}
      <LastAnswer isOld={search.isPlaceholderData} isBusy={search.isFetching}>
        <SimpleGrid type="container" cols={{ base: 1, '480px': 2, '860px': 3, '1150px': 4 }} spacing="sm">
          {search.properties.map((property) => (
            <HomeCard key={property.uuid} property={property} onLookAt={onLookAt} />
          ))}
        </SimpleGrid>
      </LastAnswer>
      <div ref={ref} />
      {hasNextPage && (
        <Button variant="default" loading={search.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Stack>
  );
}
