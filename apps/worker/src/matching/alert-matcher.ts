import { AlertIndex } from '@gable/alert-index';

/** What the matching asks of the index of all alerts in memory. */
export type AlertMatcher = Pick<
  AlertIndex,
  'add' | 'addCompiled' | 'remove' | 'has' | 'match' | 'matchChange' | 'compact'
> & {
  stats(): { readonly bytes: number };
};

/** An empty index. */
export function createAlertMatcher(): AlertMatcher {
  return new AlertIndex();
}
