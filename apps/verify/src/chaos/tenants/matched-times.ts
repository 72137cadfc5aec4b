import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';
import type { Span } from './outages.js';

/** How far every shard had consumed the changes, seen at a moment of the database's clock. */
export interface Look {
  readonly at: number;
  readonly position: number;
}

const LOOK_EVERY_MS = 50;

/** Looks at the shards until the signal aborts. What another connection sees is committed, and its events stand. */
export async function watchShards(database: Database, signal: AbortSignal): Promise<Look[]> {
  const looks: Look[] = [];
  while (!signal.aborted) {
    const [row] = await database.query<{ position: number; at: Date }>(
      'select min(position) as position, clock_timestamp() as at from alert_shard',
    );
    if (row!.position !== looks.at(-1)?.position) looks.push({ at: row!.at.getTime(), position: row!.position });
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  return looks;
}

/** From the commit of each change until all shards had consumed it; up to `end` where none was seen to. Pure. */
export function matchedTimes(
  changes: readonly { readonly id: number; readonly at: number }[],
  looks: readonly Look[],
  end: number,
): Span[] {
  const [ordered, spans] = [[...changes].sort((a, b) => a.id - b.id), [] as Span[]];
  let place = 0;
  for (const { id, at } of ordered) {
    while (place < looks.length && looks[place]!.position < id) place += 1;
    spans.push({ from: at, to: Math.max(at, looks[place]?.at ?? end) });
  }
  return spans;
}
