import { Grid, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Bars } from '../../charts/charts.js';
import { api, ask, type Schema } from '../../client/api.js';
import { every } from '../../client/query-client.js';
import { useQuery } from '../../client/use-query.js';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { DAYS, mostCalled, usageQuery } from './account-state.js';
import { accountTexts } from './account-texts.js';
import { UsageTable } from './usage-table.js';
import { useDays } from './use-days.js';

const route = getRouteApi('/account');
const LIVE_MS = 10_000;

/** What was asked and answered: by day, by route and by key. */
export function UsagePanel({ apiKeys }: { apiKeys: readonly Schema<'ApiKeyResponse'>[] }) {
  const t = useTexts(accountTexts);
  const { number } = useFormats();
  const state = route.useSearch();
  const navigate = route.useNavigate();
  const query = usageQuery(state, new Date());
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'usage', query],
    queryFn: ({ signal }) => ask(api.GET('/account/api-usage', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: every(LIVE_MS),
  });
  return (
    <Panel title={t.usage} lead={t.usageLead} testId="usage">
      <Group align="flex-end">
        <SegmentedControl
          aria-label={t.period}
          value={String(state.days ?? 30)}
          onChange={(value) => void navigate({ search: { ...state, days: Number(value) } })}
          data={DAYS.map((days) => ({ value: String(days), label: t.days(number(days)) }))}
        />
        <NativeSelect
          aria-label={t.key}
          value={state.key ?? ''}
          onChange={(event) => {
            const { key: _, ...others } = state;
            const key = event.currentTarget.value;
            void navigate({ search: key === '' ? others : { ...others, key } });
          }}
          data={[
            { value: '', label: t.allKeys },
            ...apiKeys.map(({ apiKeyUuid, name }) => ({ value: apiKeyUuid, label: name })),
          ]}
        />
      </Group>
      {error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading height={900} />
      ) : (
        <Report usage={data} />
      )}
    </Panel>
  );
}

function Report({ usage }: { usage: Schema<'ApiUsage'> }) {
  const t = useTexts(accountTexts);
  const { number } = useFormats();
  const day = useDays();
  return (
    <Stack>
      <Text data-testid="totals">{t.totals(number(usage.totals.calls), number(usage.totals.results))}</Text>
      {usage.totals.calls === 0 ? (
        <Text size="sm">{t.nothing}</Text>
      ) : (
        <Bars
          data={usage.timeSeries.map(({ period, calls, results }) => ({ name: day(period), calls, results }))}
          series={[
            { name: 'calls', label: t.calls, color: 'teal.7' },
            { name: 'results', label: t.results, color: 'blue.5' },
          ]}
          withLegend
          valueFormatter={(value) => number(value)}
        />
      )}
      <Grid gap="lg">
        <Counted
          span={7}
          testId="by-route"
          title={t.byRoute}
          counts={usage.byRoute.map(({ route: name, ...counts }) => ({ name, ...counts }))}
        />
        <Counted
          span={5}
          testId="by-key"
          title={t.byKey}
          counts={usage.byApiKey.map(({ apiKeyName: name, ...counts }) => ({ name, ...counts }))}
        />
      </Grid>
      <details>
        <Text component="summary" size="sm">
          {t.byDay}
        </Text>
        <UsageTable
          testId="by-day"
          label={t.byDay}
          rows={usage.timeSeries.map(({ period, ...counts }) => ({ name: day(period), ...counts }))}
        />
      </details>
    </Stack>
  );
}

/** A table with its title, the most called first. */
function Counted({
  span,
  testId,
  title,
  counts,
}: {
  span: number;
  testId: string;
  title: string;
  counts: ComponentProps<typeof UsageTable>['rows'];
}) {
  return (
    <Grid.Col span={{ base: 12, md: span }}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <UsageTable testId={testId} label={title} rows={mostCalled(counts)} />
    </Grid.Col>
  );
}
