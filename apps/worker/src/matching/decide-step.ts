import { AlertReader, type ConsumedChange, type ChangeStates } from '@gable/persistence/alerts';
import type { DeadChange, DecideAgain, DecidedEvent, OwnedShard } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import type { AlertMatcher } from './alert-matcher.js';
import { AlertCache } from './alert-cache.js';
import { decideBatch } from './decide-batch.js';
import { matchChanges, ROWS_AT_ONCE, rowsOf, type MatchedBatch, type MatchedChange } from './match-changes.js';

/** What a step decided, not written yet. */
export interface DecidedStep {
  /** The shards it is about: fewer than asked for where one change alone concerns very many alerts. */
  readonly shards: readonly OwnedShard[];
  /** How many of the changes, from the first on. */
  readonly handled: number;
  readonly events: readonly DecidedEvent[];
  readonly dead: readonly DeadChange[];
  readonly decideAgain: DecideAgain;
}

/** Matches changes with the alerts of these shards and decides their events, as many as one transaction may write. */
export async function decideStep(
  database: Database,
  alerts: AlertCache,
  createMatcher: () => AlertMatcher,
  group: readonly OwnedShard[],
  changes: readonly ConsumedChange[],
  states: readonly ChangeStates[],
): Promise<DecidedStep> {
  const batch = await matchChanges(alerts, shardSet(group), changes, states);
  const shards = fittingShards(alerts, group, batch);
  const matched = shards === group ? batch.matched : batch.matched.map((each) => ofShards(alerts, each, shards));
  const { events, dead } = await decideBatch(database, alerts, matched);
  const { handled } = batch;
  return {
    shards,
    handled,
    events,
    dead: [...batch.dead, ...dead],
    decideAgain: decideAgainOf(database, createMatcher, shards, changes.slice(0, handled), states),
  };
}

/**
 * The same decision for a few alerts as they are by now, beside the alerts in memory: those catch up with the next
 * step.
 */
function decideAgainOf(
  database: Database,
  createMatcher: () => AlertMatcher,
  group: readonly OwnedShard[],
  changes: readonly ConsumedChange[],
  states: readonly ChangeStates[],
): DecideAgain {
  return async (transaction, alertIds) => {
    const alerts = new AlertCache(database, createMatcher());
    for await (const portion of new AlertReader(transaction).read([...alertIds])) await alerts.hold(portion);
    const { matched, dead, handled } = await matchChanges(alerts, shardSet(group), changes, states);
    const decided = await decideBatch(transaction, alerts, matched);
    const isWhole = handled === changes.length;
    return {
      events: decided.events,
      dead: [...dead, ...decided.dead],
      through: isWhole ? Number.MAX_SAFE_INTEGER : changes[handled - 1]!.id,
    };
  };
}

/** A change that alone is more than one transaction may write is written shard by shard. */
function fittingShards(
  alerts: AlertCache,
  group: readonly OwnedShard[],
  { matched, handled, rows }: MatchedBatch,
): readonly OwnedShard[] {
  if (handled !== 1 || rows <= ROWS_AT_ONCE) return group;
  const byShard = new Int32Array(256);
  for (const each of matched) rowsOf(alerts, each, byShard);
  let fitting = 0;
  for (let sum = 0; fitting < group.length; fitting += 1) {
    sum += byShard[group[fitting]!.shard]!;
    if (sum > ROWS_AT_ONCE && fitting > 0) break;
  }
  return fitting === group.length ? group : group.slice(0, fitting);
}

function ofShards({ registry }: AlertCache, matched: MatchedChange, shards: readonly OwnedShard[]): MatchedChange {
  const kept = shardSet(shards);
  const only = (refs: Int32Array): Int32Array => refs.filter((ref) => kept.has(registry.shard(ref)));
  return {
    ...matched,
    both: only(matched.both),
    onlyAfter: only(matched.onlyAfter),
    onlyBefore: only(matched.onlyBefore),
  };
}

const shardSet = (shards: readonly OwnedShard[]): ReadonlySet<number> => new Set(shards.map(({ shard }) => shard));
