import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { LastAnswer } from '../../feedback/last-answer.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import { useTexts } from '../../texts/texts.js';
import { searchTexts } from './search-texts.js';
import type { useSearch } from './use-search.js';

/** How near the end has to come: to the window, and to the list where that scrolls by itself. */
const NEAR = { rootMargin: '600px', scrollMargin: '600px' };

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
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isError, fetchNextPage } = search;
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return undefined;
    // A new observer for each page looks where the end is now; what one saw before the homes stood there says nothing.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), NEAR);
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <Stack>
      {search.error !== null && <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />}
      {search.isPending && search.error === null && <Loading />}
      {search.total === 0 && search.error === null && empty}
      <LastAnswer isOld={search.isPlaceholderData} isBusy={search.isFetching}>
        <SimpleGrid type="container" cols={{ base: 1, '480px': 2, '860px': 3, '1150px': 4 }} spacing="sm">
          {search.properties.map((property) => (
            <HomeCard key={property.uuid} property={property} onLookAt={onLookAt} />
          ))}
        </SimpleGrid>
      </LastAnswer>
      <div ref={end} />
      {hasNextPage && (
        <Button variant="default" loading={search.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Stack>
  );
}
