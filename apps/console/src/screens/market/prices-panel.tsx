import { SERIES_COLORS, TimeLines } from '../../charts/charts.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { AnswerPanel, type Groups } from './answer-panel.js';
import { PERCENTILES, type Deal, type Question } from './market-state.js';
import { marketTexts } from './market-texts.js';
import { metricsByMonth } from './metrics-by-month.js';
import { useMonths } from './use-months.js';

const MEDIAN = 'median:price_per_sqm';
const METRICS = [PERCENTILES[0], PERCENTILES[1], 50, PERCENTILES[2], PERCENTILES[3]].map((percentile) => ({
  percentile,
  metric: percentile === 50 ? MEDIAN : `percentile:price_per_sqm:${percentile}`,
}));

/** What new adverts ask per m², month by month: the middle, and how far prices spread around it. */
export function PricesPanel({ question, isReady, deal }: { question: Question; isReady: boolean; deal: Deal }) {
  const t = useTexts(marketTexts);
  const { number } = useFormats();
  const month = useMonths();
  const digits = deal === 'RENT' ? 1 : 0;
  const nameOf = (percentile: number) => (percentile === 50 ? t.median : t.percentile(number(percentile)));
  const chart = (groups: Groups) => (
    <TimeLines
      data={metricsByMonth(groups)}
      series={METRICS.map(({ percentile, metric }, n) => ({
        name: metric,
        label: nameOf(percentile),
        color: SERIES_COLORS[percentile === 50 ? 0 : n + 1],
        ...(percentile !== 50 && { strokeDasharray: '5 4' }),
      }))}
      curveType="linear"
      valueFormatter={(value) => number(value, digits)}
      writeTime={month}
    />
  );
  return (
    <AnswerPanel
      title={t.prices}
      lead={t.pricesLead}
      testId="prices"
      question={question}
      isReady={isReady}
      chart={chart}
      heads={[
        t.month,
        t.adverts,
        ...METRICS.map(({ percentile }) => (percentile === 50 ? t.median : `P${percentile}`)),
      ]}
      rows={(groups) =>
        groups.map(({ group, metrics }) => [
          month(Date.parse(group.time_bucket)),
          number(metrics.count),
          ...METRICS.map(({ metric }) => number(metrics[metric], digits)),
        ])
      }
    />
  );
}
