import { BarChart, type BarChartProps } from '@mantine/charts';
import '@mantine/charts/styles.css';

/** Counts side by side or stacked. `name` says what stands under a bar. */
export default function Bars(props: Omit<BarChartProps, 'dataKey'>) {
  return (
    <BarChart
      dataKey="name"
      h={260}
      textColor="var(--mantine-color-text)"
      yAxisProps={{ width: 64, allowDecimals: false }}
      barProps={{ isAnimationActive: false }}
      legendProps={{ verticalAlign: 'bottom' }}
      barChartProps={{ accessibilityLayer: false }} // a table beside it says the same
      aria-hidden
      {...props}
    />
  );
}
