import { Bars } from '../../charts/charts.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { AnswerPanel, type Groups } from './answer-panel.js';
import { countByMonth } from './count-by-month.js';
import type { Question } from './market-state.js';
import { marketTexts } from './market-texts.js';
import { useMonths } from './use-months.js';

/** How many adverts came and went, month by month. */
export function FlowPanel({ question, isReady }: { question: Question; isReady: boolean }) {
  const t = useTexts(marketTexts);
  const { number } = useFormats();
  const month = useMonths();
  const chart = (groups: Groups) => (
    <Bars
      data={countByMonth(groups).map(({ at, created, expired }) => ({ name: month(at), created, expired }))}
      series={[
        { name: 'created', label: t.created, color: 'teal.7' },
        { name: 'expired', label: t.expired, color: 'orange.7' },
      ]}
      withLegend
      valueFormatter={(value) => number(value)}
    />
  );
  return (
    <AnswerPanel
      title={t.flow}
      lead={t.flowLead}
      testId="flow"
      question={question}
      isReady={isReady}
      chart={chart}
      heads={[t.month, t.created, t.expired, t.balance]}
      rows={(groups) =>
        countByMonth(groups).map(({ at, created, expired }) => [
          month(at),
          number(created),
          number(expired),
          `${created > expired ? '+' : ''}${number(created - expired)}`,
        ])
      }
    />
  );
}
