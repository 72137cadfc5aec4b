import { ALERT_SHARDS } from '@gable/domain/alert';

/**
 * How many shards a worker holds when all who live share them: as equal as whole numbers allow, the older workers one
 * more.
 */
export function fairShare(live: readonly number[], workerId: number): number {
  const place = live.indexOf(workerId);
  if (place < 0) return 0;
  return Math.floor(ALERT_SHARDS / live.length) + (place < ALERT_SHARDS % live.length ? 1 : 0);
}
