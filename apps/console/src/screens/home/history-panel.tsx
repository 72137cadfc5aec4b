import { Badge, Button, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { SERIES_COLORS, TimeLines } from '../../charts/charts.js';
import type { Schema } from '../../client/api.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { Changes } from '../../homes/change-text.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';
import { Panel } from '../../feedback/panel.js';
import { priceLines, priceSteps } from './price-lines.js';
import { useHistory } from './use-home.js';

type History = Schema<'ListingHistory'>;
const ROWS = 10;

/** The price of each advert over time, and everything that changed. */
export function HistoryPanel({ uuid }: { uuid: string }) {
  const t = useTexts(homePageTexts);
  const { data, error, refetch } = useHistory(uuid);
  return (
    <Panel title={t.history} lead={t.historyLead} testId="history">
      {error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <Stack>
          <PriceChart histories={data} />
          <HistoryTable histories={data} />
        </Stack>
      )}
    </Panel>
  );
}

function PriceChart({ histories }: { histories: readonly History[] }) {
  const { price, date, dateTime } = useFormats();
  const { points, series } = useMemo(() => {
    const points = priceLines(histories, Date.now());
    const series = histories.map(({ listingId, dataProvider }, n) => ({
      name: listingId,
      label: dataProvider,
      color: SERIES_COLORS[n % SERIES_COLORS.length],
      // Adverts that ask the same lie on each other: later ones show the ones below between their dashes.
      strokeDasharray: n === 0 ? undefined : `${6 + 2 * n} ${4 + 3 * n}`,
    }));
    return { points, series };
  }, [histories]);
  const isStated = points.some(({ at: _, ...prices }) => Object.values(prices).some((each) => each !== null));
  if (!isStated) return null;
  const asked = points.flatMap(({ at: _, ...prices }) => Object.values(prices)).filter((each) => each !== null);
  const isFlat = Math.min(...asked) === Math.max(...asked);
  const span = points.at(-1)!.at - points[0]!.at;
  const currency = histories[0]?.listing.currency;
  return (
    <TimeLines
      data={points}
      series={series}
      curveType="stepAfter"
      withDots={histories.length < 4}
      valueFormatter={(value) => price(value, currency)}
      {...(isFlat && { yAxisProps: { width: 80, domain: roundAround(asked[0]!) } })}
      writeTime={span > 3 * 86_400_000 ? date : dateTime}
    />
  );
}

/** The bounds of a chart of one price: about a tenth below and above, in figures that are easily read. */
function roundAround(price: number): [number, number] {
  const step = 10 ** Math.floor(Math.log10(Math.max(price, 10))) / 5;
  return [Math.floor((price * 0.9) / step) * step, Math.ceil((price * 1.1) / step) * step];
}

function HistoryTable({ histories }: { histories: readonly History[] }) {
  const t = useTexts(homePageTexts);
  const { number, dateTime, price } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const earlier = histories.reduce((sum, { earlierEntries }) => sum + earlierEntries, 0);
  const rows = histories
    .flatMap((history) => {
      const steps = priceSteps(history);
      return history.entries.map((entry) => ({
        ...entry,
        history,
        asked: steps.find(({ at }) => at === Date.parse(entry.observedAt))?.price ?? null,
      }));
    })
    .sort((one, other) => Date.parse(other.observedAt) - Date.parse(one.observedAt));
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t.history}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.when}</Table.Th>
              <Table.Th visibleFrom="xs">{t.advert}</Table.Th>
              <Table.Th>{t.what}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows
              .slice(0, isWhole ? undefined : ROWS)
              .map(({ history, revisionId, observedAt, status, changes, asked }) => (
                <Table.Tr key={`${history.listingId} ${revisionId}`} data-testid="history-entry">
                  <Table.Td valign="top">
                    {dateTime(observedAt)}
                    <Text size="xs" c="dimmed" hiddenFrom="xs">
                      {history.dataProvider}
                    </Text>
                  </Table.Td>
                  <Table.Td valign="top" visibleFrom="xs">
                    {history.dataProvider}
                  </Table.Td>
                  <Table.Td>
                    {revisionId === 1 && <Text size="sm">{t.appeared(price(asked, history.listing.currency))}</Text>}
                    {status === 'OFFLINE' && (
                      <Badge color="gray" variant="light">
                        {t.wentOffline}
                      </Badge>
                    )}
                    <Changes changes={changes} currency={history.listing.currency} />
                    {revisionId > 1 && status === 'ONLINE' && changes.length === 0 && (
                      <Text size="sm">{t.cameBack}</Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > ROWS && !isWhole && (
        <Button variant="default" w="fit-content" onClick={() => setWhole(true)}>
          {t.wholeHistory(number(rows.length))}
        </Button>
      )}
      {earlier > 0 && (
        <Text size="sm" c="dimmed">
          {t.earlierLeftOut(number(earlier))}
        </Text>
      )}
    </>
  );
}
