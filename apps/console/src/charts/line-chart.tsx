import { LineChart, type LineChartProps } from '@mantine/charts';
import '@mantine/charts/styles.css';

/** Values over time, one line each. `at` is the time in milliseconds; a gap stays a gap. */
export default function TimeLines({
  writeTime,
  ...props
}: Omit<LineChartProps, 'dataKey' | 'xAxisProps'> & { writeTime: (at: number) => string }) {
  return (
    <LineChart
      dataKey="at"
      h={280}
      withLegend
      connectNulls={false}
      strokeWidth={2}
      textColor="var(--mantine-color-text)"
      xAxisProps={{ type: 'number', scale: 'time', domain: ['dataMin', 'dataMax'], tickFormatter: writeTime }}
      yAxisProps={{ width: 80, domain: ['auto', 'auto'] }}
      tooltipProps={{ labelFormatter: (at) => (typeof at === 'number' ? writeTime(at) : '') }}
      lineProps={{ isAnimationActive: false }}
      legendProps={{ verticalAlign: 'bottom' }}
      lineChartProps={{ accessibilityLayer: false }} // a table beside it says the same
      aria-hidden
      {...props}
    />
  );
}
