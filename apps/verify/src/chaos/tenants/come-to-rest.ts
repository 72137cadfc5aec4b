import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';

/** Longer than a lease that a kill left behind; what is open after it is found lost. */
const PATIENCE_MS = 90_000;
const STILL_LOOKS = 10;

/** Waits until all changes are consumed and nothing of these alerts waits to be sent; answers what is still open. */
export async function comeToRest(
  database: Database,
  alertIds: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (let still = 0; still < STILL_LOOKS; await sleep(200)) {
    const [row] = await database.query<{ changes: number; deliveries: number }>(
      `select (select count(*) from kept_change where id > (select min(position) from alert_shard)) as changes,
        (select count(*) from delivery where alert_id = any($1::uuid[])) as deliveries`,
      [alertIds],
    );
    const { changes, deliveries } = row!;
    still = changes + deliveries === 0 ? still + 1 : 0;
    if (Date.now() < until) continue;
    say(`not at rest after ${PATIENCE_MS / 1_000} s: ${changes} changes and ${deliveries} polite deliveries are open`);
    return;
  }
}
