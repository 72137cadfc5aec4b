import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '@gable/domain/listing';
import type { Database } from '@gable/persistence';
import { readFeed, type Installation } from '../../installation.js';
import { asFeed, dropFeed } from '../drop-feed.js';
import { mixedAlerts, someConfig, type TrackedAlerts, type MovingTown } from '@gable/testing';
import type { SeededRandom } from '@gable/domain/testing';

/** Lines at once, and the pause after them: some 400 changes a second where nothing holds them up. */
const LINES_AT_ONCE = 40;
const PAUSE_MS = 60;
/** Changes that may wait; beyond it the load waits for the workers. */
const MOST_WAITING = 3_000;
const MOST_ALERTS = 120;

/**
 * Feeds changes for as long as it is asked to: most through this process, every fifth batch through the drop folder, so
 * that reading it is interrupted too.
 */
export async function feedChanges(installation: Installation, town: MovingTown, signal: AbortSignal): Promise<void> {
  for (let batch = 1; !signal.aborted; batch += 1) {
    const lines = [...town.change(LINES_AT_ONCE), ...(batch % 10 === 0 ? town.arrive(1) : [])];
    if (batch % 5 === 0)
      dropFeed(path.join(installation.home, 'feeds'), `feed-${String(batch).padStart(8, '0')}.ndjson`, asFeed(lines));
    else await readFeed(installation, lines);
    await sleep(PAUSE_MS);
    while (!signal.aborted && (await waitingChanges(installation.database)) > MOST_WAITING) await sleep(50);
  }
}

/** Changes that the slowest shard has not consumed. */
export async function waitingChanges(database: Database): Promise<number> {
  const [row] = await database.query<{ waiting: number }>(`
    select count(*) as waiting from kept_change where id > (select min(position) from alert_shard)`);
  return row!.waiting;
}

/** Writes alerts beside the changes: makes, replaces, switches off and on, removes; silent ones send nothing. */
export async function writeAlerts(
  alerts: TrackedAlerts,
  random: SeededRandom,
  sample: readonly Listing[],
  signal: AbortSignal,
  isSilent = false,
): Promise<void> {
  for (let seed = 1; !signal.aborted; seed += 1) {
    const [mixed] = mixedAlerts(random.whole(1, 1_000_000), 1, sample);
    const plan = { ...mixed!, ...(isSilent && { destination: null }) };
    const id = random.pick([...alerts.kept]);
    const deed = random.next();
    if (alerts.kept.size < MOST_ALERTS / 2 || (deed < 0.25 && alerts.kept.size < MOST_ALERTS))
      await alerts.create(plan);
    else if (deed < 0.45) await alerts.edit(id, { criteria: plan.criteria });
    else if (deed < 0.55) await alerts.edit(id, { notificationConfig: someConfig(random) });
    else if (deed < 0.62) await alerts.edit(id, { destination: plan.destination });
    else if (deed < 0.75) await alerts.edit(id, { active: false });
    else if (deed < 0.95) await alerts.edit(id, { active: true });
    else await alerts.remove(id);
    await sleep(random.whole(20, 250));
  }
}
