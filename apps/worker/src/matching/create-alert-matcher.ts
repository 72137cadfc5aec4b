import { AlertIndex } from '@gable/alert-index';
import type { AlertMatcher } from './alert-matcher.js';

/** An empty index. */
export function createAlertMatcher(): AlertMatcher {
  return new AlertIndex();
}
