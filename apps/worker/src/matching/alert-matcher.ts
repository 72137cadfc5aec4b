import type { AlertIndex } from '@gable/alert-index';

/** What the walk asks of the index of all alerts in memory. */
export type AlertMatcher = Pick<AlertIndex, 'add' | 'remove' | 'has' | 'match' | 'matchChange' | 'compact'> & {
  stats(): { readonly bytes: number };
};
