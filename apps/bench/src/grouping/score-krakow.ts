import { countContradictions } from './measure-pairs.js';
import { groupInOrder } from './group-in-order.js';
import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { readFeed } from './read-valencia.js';
import { largestOf, type Figures } from './score-groups.js';

const MONTHS = ['2023-11', '2023-12', '2024-01', '2024-02'];

/**
 * Groups four months of Kraków, later states of listings included. A listing that comes in the month in which another
 * with the same deal, point, area, rooms and floor goes is that property relisted: the share of these that joined it.
 */
export function scoreKrakow(folder: string, weights: GroupingWeights): Figures {
  const shown = new Map<string, GroupingItem>();
  const states: GroupingItem[] = [];
  const relisted: [before: string, after: string][] = [];
  for (const month of MONTHS) {
    const feed = readFeed(folder, `krakow-${month}.ndjson.gz`);
    const gone = new Map(
      feed
        .filter(({ status }) => status === 'OFFLINE')
        .map(({ externalId }) => [looksOf(shown.get(externalId)), externalId]),
    );
    for (const { externalId, status, listing } of feed) {
      if (status === 'OFFLINE') continue;
      const item = { id: externalId, sourceId: 'otodom', listing };
      const before = shown.has(externalId) ? undefined : gone.get(looksOf(item));
      if (before !== undefined) relisted.push([before, externalId]);
      shown.set(externalId, item);
      states.push(item);
    }
  }
  const { groups } = groupInOrder(states, weights);
  const groupOf = new Map(groups.flatMap((group, i) => group.map(({ id }) => [id, i] as const)));
  const joined = relisted.filter(([before, after]) => groupOf.get(before) === groupOf.get(after)).length;
  return {
    adverts: shown.size,
    states: states.length,
    relistings: relisted.length,
    joined,
    'share joined': joined / relisted.length,
    largest: largestOf(groups),
    contradictions: countContradictions(groups),
  };
}

function looksOf(item: GroupingItem | undefined): string {
  const { transactionType, location, area, rooms, floor } = item?.listing ?? {};
  return [transactionType, location?.lat, location?.lng, area, rooms, floor].join();
}
