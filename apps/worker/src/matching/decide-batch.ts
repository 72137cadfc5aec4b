import { decideEvents, notifiedEvents, type Matched } from '@gable/domain/alert';
import type { Listing } from '@gable/domain/listing';
import { ChangeReader, type DeadChange, type DecidedEvent } from '@gable/persistence/alerts';
import type { Queryable } from '@gable/persistence';
import type { AlertMatcher } from './alert-matcher.js';
import { BatchMemory } from './batch-memory.js';
import type { AlertCache } from './alert-cache.js';
import { reasonOf, type MatchedChange } from './match-changes.js';
import { pace } from './pace.js';

export interface DecidedBatch {
  readonly events: DecidedEvent[];
  readonly dead: DeadChange[];
}

/** Decides the events of a matched batch, change by change in their order: what one decides is memory for the next. */
export async function decideBatch(
  database: Queryable,
  alerts: AlertCache,
  batch: readonly MatchedChange[],
): Promise<DecidedBatch> {
  const memory = await BatchMemory.read(database, alerts.registry, batch);
  const siblings = await readSiblings(database, batch, memory);
  const decided: DecidedBatch = { events: [], dead: [] };
  const breathe = pace();
  for (const matched of batch) {
    try {
      for (const event of eventsOf(alerts, matched, memory, siblings.get(matched) ?? [])) decided.events.push(event);
    } catch (error) {
      decided.dead.push({ change: matched.change, reason: reasonOf(error) });
    }
    await breathe();
  }
  return decided;
}

/** Siblings are asked only where an alert has no events of the property: few properties have several listings. */
async function readSiblings(
  database: Queryable,
  batch: readonly MatchedChange[],
  memory: BatchMemory,
): Promise<Map<MatchedChange, Listing[]>> {
  const asking = batch.filter(
    (matched) =>
      matched.change.siblingIds.length > 0 &&
      matched.onlyAfter.some((ref) => {
        const { listingMatched, propertyMatched } = memory.recall(matched, ref);
        return !listingMatched && !propertyMatched;
      }),
  );
  const read = await new ChangeReader(database).siblings(asking.map(({ change }) => change));
  return new Map(asking.map((matched, i) => [matched, read[i]!]));
}

const CAME_IN: Matched = { before: false, after: true };
const STAYED: Matched = { before: true, after: true };
const WENT_OUT: Matched = { before: true, after: false };
const NO_MEMORY = { listingMatched: false, propertyMatched: false, siblingMeets: false };

function eventsOf(
  alerts: AlertCache,
  matched: MatchedChange,
  memory: BatchMemory,
  siblings: readonly Listing[],
): DecidedEvent[] {
  const { change, facts, states } = matched;
  const { registry } = alerts;
  const move = { old: states.before?.listing.price ?? null, new: states.after.listing.price ?? null };
  const meetsSibling = refsMeeting(alerts.matcher, siblings);
  const events: DecidedEvent[] = [];
  const record = (ref: number, how: Matched, remembered = NO_MEMORY): void => {
    const types = decideEvents(facts, how, remembered);
    if (types.length === 0) return;
    const notified = registry.hasDestination(ref) ? notifiedEvents(registry.notificationConfig(ref), types, move) : [];
    const alertId = registry.id(ref);
    for (const type of types)
      events.push({
        alertId,
        alertXid: registry.xid(ref),
        criteriaVersion: registry.criteriaVersion(ref),
        change,
        type,
        isNotified: notified.includes(type),
      });
    memory.note(change, ref);
  };
  for (const ref of matched.both) record(ref, STAYED);
  for (const ref of matched.onlyAfter) {
    const { decided, ...remembered } = memory.recall(matched, ref);
    // Walked before and set up again by an operator: what came after would now be taken for what came before.
    if (!decided) record(ref, CAME_IN, { ...remembered, siblingMeets: meetsSibling.has(ref) });
  }
  for (const ref of matched.onlyBefore) record(ref, WENT_OUT);
  return events;
}

function refsMeeting(matcher: AlertMatcher, listings: readonly Listing[]): ReadonlySet<number> {
  const refs = new Set<number>();
  for (const listing of listings) {
    let found = new Int32Array(1_024);
    let count = matcher.match(listing, found);
    if (count > found.length) count = matcher.match(listing, (found = new Int32Array(count)));
    for (let i = 0; i < count; i += 1) refs.add(found[i]!);
  }
  return refs;
}
