import { Anchor, Button, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../client/api-problem.js';
import { EmptyStateLeading } from '../../feedback/empty-state.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useScreenName } from '../../feedback/screen-name.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import { alertsTexts } from './alerts-texts.js';
import { EventCard } from './event-card.js';
import { useNow } from './since.js';
import { useAlertName, useAllEvents } from './use-alerts.js';

/** What happened for all alerts, newest first; new events appear by themselves. */
export function AllEventsPage() {
  const t = useTexts(activityTexts);
  const { title, toSearch } = useTexts(alertsTexts);
  useScreenName(t.allAlerts);
  const { events, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useAllEvents();
  const now = useNow();
  return (
    <Container size="lg" py="md">
      <Stack>
        <Anchor component={Link} to="/alerts" size="sm" w="fit-content">
          ← {title}
        </Anchor>
        <Title order={1} size="h3">
          {t.allAlerts}
        </Title>
        {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {isPending && error === null && <Loading height={640} />}
        {!isPending && events.length === 0 && (
          <EmptyStateLeading title={t.noEventAtAll} to="/" label={toSearch}>
            {t.noEventAtAllAdvice}
          </EmptyStateLeading>
        )}
        <Stack gap="xs" aria-live="polite" aria-relevant="additions">
          {events.map((event) => {
            const alertId = event.alert.slice(event.alert.lastIndexOf('/') + 1);
            return (
              <EventCard key={event.id} alertId={alertId} event={event} now={now} found={<Found by={alertId} />} />
            );
          })}
        </Stack>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.olderEvents}
          </Button>
        )}
      </Stack>
    </Container>
  );
}

/** Which alert an event is of; one that was deleted has no page any more. */
function Found({ by }: { by: string }) {
  const t = useTexts(activityTexts);
  const { data, error } = useAlertName(by);
  if (error instanceof ApiProblem && error.status === 404) return <Text size="sm">{t.deletedAlert}</Text>;
  return (
    <Anchor component={Link} to={`/alerts/${by}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {data ?? '\u00a0'}
    </Anchor>
  );
}
