import { changeFacts, type ChangeFacts } from '@gable/domain/alert';
import type { ChangeStates, DeadChange, StoredState, ConsumedChange } from '@gable/persistence/alerts';
import type { AlertCache } from './alert-cache.js';
import { pace } from './pace.js';

/** Which alerts a change concerns, by their number in the registry. */
export interface MatchedChange {
  readonly change: ConsumedChange;
  readonly states: { readonly before: StoredState | null; readonly after: StoredState };
  readonly facts: ChangeFacts;
  readonly both: Int32Array;
  readonly onlyAfter: Int32Array;
  readonly onlyBefore: Int32Array;
}

export interface MatchedBatch {
  /** Changes that concern an alert, in their order. */
  readonly matched: MatchedChange[];
  readonly dead: DeadChange[];
  /** How many changes were looked at: fewer than given where their events are enough for one transaction. */
  readonly handled: number;
  /** What their events cost, at most, in rows. */
  readonly rows: number;
}

/**
 * One transaction of so many rows takes half of the tenth of a second for which it may hold its id: until it ends, no
 * worker sees the changes that are committed meanwhile.
 */
export const ROWS_AT_ONCE = 1_500;

/**
 * Matches changes one after the other against the alerts of some shards, as they are now. A change that cannot be
 * matched is dead, the rest go on.
 */
export async function matchChanges(
  alerts: AlertCache,
  shards: ReadonlySet<number>,
  changes: readonly ConsumedChange[],
  states: readonly ChangeStates[],
): Promise<MatchedBatch> {
  const batch = { matched: [] as MatchedChange[], dead: [] as DeadChange[], handled: 0, rows: 0 };
  const breathe = pace();
  for (const [place, change] of changes.entries()) {
    const around = states[place]!;
    try {
      const matched = around.isErased ? null : matchChange(alerts, shards, change, believable(around));
      if (matched !== null) {
        batch.matched.push(matched);
        batch.rows += rowsOf(alerts, matched);
      }
    } catch (error) {
      batch.dead.push({ change, reason: reasonOf(error) });
    }
    batch.handled = place + 1;
    if (batch.rows >= ROWS_AT_ONCE) break;
    await breathe();
  }
  return batch;
}

/** What the events of a change cost, at most, in rows; by shard where a list for them is given. */
export function rowsOf(
  { registry }: Pick<AlertCache, 'registry'>,
  { both, onlyAfter, onlyBefore }: MatchedChange,
  byShard?: Int32Array,
): number {
  let rows = 0;
  for (const refs of [both, onlyAfter, onlyBefore]) {
    for (const ref of refs) {
      const cost = registry.hasDestination(ref) ? ROWS_OF_NOTIFIED : 1;
      rows += cost;
      if (byShard !== undefined) byShard[registry.shard(ref)]! += cost;
    }
  }
  return rows;
}

/** The attempt and the place in the queue take as long as the event. */
const ROWS_OF_NOTIFIED = 2;

/** Why a change is set aside, as text that the database takes. */
export function reasonOf(error: unknown): string {
  return `The change cannot be matched: ${error instanceof Error ? error.message : String(error)}`
    .replaceAll('\0', '')
    .slice(0, 1_000);
}

/** Grows to the longest answer so far. */
let answers = new Int32Array(4_096);
const NONE = new Int32Array(0);

function matchChange(
  alerts: AlertCache,
  shards: ReadonlySet<number>,
  change: ConsumedChange,
  states: MatchedChange['states'],
): MatchedChange | null {
  const { before, after } = states;
  const [was, is] = [before?.online ? before.listing : null, after.online ? after.listing : null];
  if (was === null && is === null) return null;
  let counts = alerts.matcher.matchChange(was, is, answers);
  const total = counts.both + counts.onlyAfter + counts.onlyBefore;
  if (total === 0) return null;
  if (total > answers.length) {
    answers = new Int32Array(total * 2);
    counts = alerts.matcher.matchChange(was, is, answers);
  }
  const facts = changeFacts(before, after);
  const concerned = (from: number, count: number) =>
    answers
      .slice(from, from + count)
      .filter((ref) => shards.has(alerts.registry.shard(ref)) && !alerts.isBefore(ref, change.xid));
  const recorded = facts.priceChanged || facts.attributesChanged; // else those that matched and still do record nothing
  return {
    change,
    states,
    facts,
    both: recorded ? concerned(0, counts.both) : NONE,
    onlyAfter: concerned(counts.both, counts.onlyAfter),
    onlyBefore: concerned(counts.both + counts.onlyAfter, counts.onlyBefore),
  };
}

/** A revision never changes once written: where it is not there or no listing, somebody spoilt it. */
function believable({ before, after }: ChangeStates): MatchedChange['states'] {
  if (after === null) throw new Error('its revision is not stored');
  for (const state of [before, after]) {
    if (state !== null && (typeof state.listing !== 'object' || Array.isArray(state.listing)))
      throw new Error('a revision is not the state of a listing');
  }
  return { before, after };
}
