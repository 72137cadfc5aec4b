import { Alert, Anchor, Container, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiProblem } from '../../client/api-problem.js';
import { EmptyStateLeading } from '../../feedback/empty-state.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { AdvertsPanel } from './adverts-panel.js';
import { ComparablesPanel } from './comparables-panel.js';
import { CorrectPanel } from './correct-panel.js';
import { GroupingPanel } from './grouping-panel.js';
import { HistoryPanel } from './history-panel.js';
import { HomeHead } from './home-head.js';
import { homePageTexts } from './home-page-texts.js';
import { useHome, type Home } from './use-home.js';

const route = getRouteApi('/homes/$uuid');

/** All that is known of one home. */
export function HomePage() {
  const t = useTexts(homePageTexts);
  const { uuid } = route.useParams();
  const { data: home, error, refetch } = useHome(uuid);
  return (
    <Container size="xl" py="md">
      {error instanceof ApiProblem && error.status === 404 ? (
        <EmptyStateLeading title={t.unknown} to="/" label={t.toSearch}>
          {t.unknownAdvice}
        </EmptyStateLeading>
      ) : error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : home === undefined ? (
        <Loading height={400} />
      ) : (
        <Known key={home.uuid} home={home} isMerged={home.uuid !== uuid} />
      )}
    </Container>
  );
}

function Known({ home, isMerged }: { home: Home; isMerged: boolean }) {
  const t = useTexts(homePageTexts);
  const listings = home.listings.length > 0 ? home.listings : (home.expired ?? []);
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/" size="sm" w="fit-content" py={2}>
        ← {t.toSearch}
      </Anchor>
      {isMerged && (
        <Alert color="blue" title={t.merged} data-testid="merged-notice">
          {t.mergedAdvice}{' '}
          <Anchor component={Link} to={`/homes/${home.uuid}`} size="sm" underline="always">
            {t.lastingAddress}
          </Anchor>
        </Alert>
      )}
      {home.listings.length === 0 && (
        <Alert color="yellow" title={t.expired} data-testid="expired-notice">
          {t.expiredAdvice}
        </Alert>
      )}
      <HomeHead home={home} listings={listings} />
      <AdvertsPanel home={home} listings={listings} />
      <HistoryPanel uuid={home.uuid} />
      <ComparablesPanel home={home} />
      <GroupingPanel uuid={home.uuid} />
      <CorrectPanel home={home} />
    </Stack>
  );
}
