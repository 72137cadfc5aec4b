import { Anchor, Badge, Button, Card, Container, Group, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useDescription } from '../../criteria/use-description.js';
import { EmptyStateLeading } from '../../feedback/empty-state.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import { saysAll, type Alert } from './alert-draft.js';
import { readAlertsPage } from './alerts-state.js';
import { alertsTexts } from './alerts-texts.js';
import { DestinationLine } from './destination-line.js';
import { eventTexts } from './event-texts.js';
import { lastPage, Pages } from './pages.js';
import { seenFrom, useNow } from './since.js';
import { LIST_MS, useAlerts, useEvents } from './use-alerts.js';

const route = getRouteApi('/alerts');

/** The alerts of the account, with what happened last and how their destinations are. */
export function AlertsPage() {
  const t = useTexts(alertsTexts);
  const { allAlerts } = useTexts(activityTexts);
  const { number } = useFormats();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useAlerts(page);
  const now = useNow();
  return (
    <Container size="lg" py="md">
      <Stack>
        <Group justify="space-between">
          <Title order={1} size="h3">
            {t.title}
          </Title>
          <Group gap="xs">
            <Button component={Link} to="/alerts/events" variant="default">
              {allAlerts}
            </Button>
            <Button component={Link} to="/alerts/new">
              {t.newAlert}
            </Button>
          </Group>
        </Group>
        {error !== null ? (
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading />
        ) : data.total > 0 && data.items.length === 0 ? (
          <Navigate from="/alerts" search={readAlertsPage({ page: lastPage(data.total) })} replace />
        ) : data.items.length === 0 ? (
          <EmptyStateLeading title={t.none} to="/" label={t.toSearch}>
            {t.noneAdvice}
          </EmptyStateLeading>
        ) : (
          <>
            <Text c="dimmed" size="sm">
              {t.count(number(data.total))}
            </Text>
            {data.items.map((alert) => (
              <AlertCard key={alert.id} alert={alert} now={now} />
            ))}
            <Pages
              total={data.total}
              page={page}
              onChange={(next) => void navigate({ search: readAlertsPage({ page: next }) })}
            />
          </>
        )}
      </Stack>
    </Container>
  );
}

function AlertCard({ alert, now }: { alert: Alert; now: number }) {
  const t = useTexts(alertsTexts);
  return (
    <Card withBorder component="article" data-testid="alert" data-uuid={alert.id}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Anchor
            component={Link}
            to={`/alerts/${alert.id}`}
            fw={700}
            size="lg"
            style={{ overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {alert.name}
          </Anchor>
          <Badge variant="light" color={alert.active ? undefined : 'gray'}>
            {alert.active ? t.on : t.off}
          </Badge>
        </Group>
        <Sentence alert={alert} />
        <Group gap="lg" justify="space-between">
          <LastEvent alert={alert} now={now} />
          <DestinationLine alert={alert} />
        </Group>
      </Stack>
    </Card>
  );
}

function Sentence({ alert: { criteria, name } }: { alert: Alert }) {
  const t = useTexts(alertsTexts);
  const { data } = useDescription(criteria ?? {});
  if (criteria !== null && saysAll(name, data?.sentence)) return null;
  return (
    <Text size="sm" c="dimmed" lineClamp={2}>
      {criteria === null ? t.unreadable : (data?.sentence ?? '\u00a0')}
    </Text>
  );
}

function LastEvent({ alert, now }: { alert: Alert; now: number }) {
  const t = useTexts(alertsTexts);
  const { types } = useTexts(eventTexts);
  const { ago, number } = useFormats();
  const { data } = useEvents(alert.id, 1, undefined, LIST_MS);
  if (data === undefined) return <Text size="sm">…</Text>;
  const [last] = data.items;
  return (
    <Text size="sm" data-testid="last-event">
      {last === undefined
        ? t.noEvent
        : t.lastEvent(types[last.eventType], ago(seenFrom(now, last.createdAt)), number(data.total))}
    </Text>
  );
}
