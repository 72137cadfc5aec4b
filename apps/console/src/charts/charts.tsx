import { lazy, Suspense, type ComponentProps } from 'react';
import { loadCode } from '../client/lazy-code.js';
import { Loading } from '../feedback/loading.js';

const LineChart = lazy(() => loadCode(() => import('./line-chart.js')));
const BarChart = lazy(() => loadCode(() => import('./bar-chart.js')));

/** Colours that can be told apart on light and dark ground. */
export const SERIES_COLORS = ['teal.7', 'orange.7', 'blue.6', 'grape.6', 'red.6', 'lime.8', 'cyan.7', 'yellow.8'];

/** Charts load what draws them when the first one is shown. A table or a sentence beside them says the same. */
export function TimeLines(props: ComponentProps<typeof LineChart>) {
  return (
    <Suspense fallback={<Loading height={280} />}>
      <LineChart {...props} />
    </Suspense>
  );
}

export function Bars(props: ComponentProps<typeof BarChart>) {
  return (
    <Suspense fallback={<Loading height={260} />}>
      <BarChart {...props} />
    </Suspense>
  );
}
