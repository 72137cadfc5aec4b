import { TimeLines } from '../../charts/charts.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { AnswerPanel, type Groups } from './answer-panel.js';
import type { Question } from './market-state.js';
import { marketTexts } from './market-texts.js';
import { metricsByMonth } from './metrics-by-month.js';
import { useMonths } from './use-months.js';

const METRICS = [
  { metric: 'percentile:days_since_first_seen:25', percentile: 25, color: 'blue.6' },
  { metric: 'median:days_since_first_seen', percentile: 50, color: 'teal.7' },
  { metric: 'percentile:days_since_first_seen:75', percentile: 75, color: 'orange.7' },
] as const;

/** How long adverts had been on offer when they went offline. */
export function StayPanel({ question, isReady }: { question: Question; isReady: boolean }) {
  const t = useTexts(marketTexts);
  const { number } = useFormats();
  const month = useMonths();
  const nameOf = (percentile: number) => (percentile === 50 ? t.median : t.percentile(number(percentile)));
  const chart = (groups: Groups) => (
    <TimeLines
      data={metricsByMonth(groups)}
      series={METRICS.map(({ metric, percentile, color }) => ({
        name: metric,
        label: nameOf(percentile),
        color,
        ...(percentile !== 50 && { strokeDasharray: '5 4' }),
      }))}
      curveType="linear"
      valueFormatter={(value) => number(value, 1)}
      writeTime={month}
    />
  );
  return (
    <AnswerPanel
      title={t.stay}
      lead={t.stayLead}
      testId="stay"
      question={question}
      isReady={isReady}
      chart={chart}
      heads={[t.month, t.gone, ...METRICS.map(({ percentile }) => (percentile === 50 ? t.median : `P${percentile}`))]}
      rows={(groups) =>
        groups.map(({ group, metrics }) => [
          month(Date.parse(group.time_bucket)),
          number(metrics.count),
          ...METRICS.map(({ metric }) => number(metrics[metric], 1)),
        ])
      }
    />
  );
}
