import { AlertIndex } from '@gable/domain';
import type { AlertMatcher } from './alert-matcher.js';

/** An empty index. */
export function createAlertMatcher(): AlertMatcher {
  return new AlertIndex();
}
