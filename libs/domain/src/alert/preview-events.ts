import { criteriaNode } from '../criteria/criteria-node.js';
import type { Condition, ConditionKind, Criteria } from '../criteria/criteria.js';
import { matchCriteria } from '../criteria/match-criteria.js';
import { changeFacts, decideEvents, type ListingState } from './decide-events.js';
import { ALERT_EVENT_TYPES, type AlertEventType } from './event-type.js';

/** One stored state of one listing. */
export interface ListingRevision extends ListingState {
  readonly listingId: string;
}

/** What happened to the listings of one property in a stretch of time. */
export interface PropertyHistory {
  readonly propertyId: string;
  /**
   * Each of its listings as it was when the stretch began, also those that then stayed as they were; without those
   * seen first within it.
   */
  readonly before: readonly ListingRevision[];
  /** Every state that followed, in the order they were committed. */
  readonly changes: readonly ListingRevision[];
}

/** How many events there are of each type. */
export type EventCounts = Readonly<Record<AlertEventType, number>>;

/** Counts to begin with. */
export function noEvents(): Record<AlertEventType, number> {
  return Object.fromEntries(ALERT_EVENT_TYPES.map((type) => [type, 0])) as Record<AlertEventType, number>;
}

/**
 * How many events of each type an alert would have recorded of these properties, had it been there from the beginning
 * of the stretch, with nothing remembered from before. Listings are taken to have belonged to their property all
 * along. Pure.
 */
export function previewEvents(criteria: Criteria, histories: Iterable<PropertyHistory>): EventCounts {
  const counts = noEvents();
  for (const history of histories) {
    for (const type of eventsOf(criteria, history)) counts[type] += 1;
  }
  return counts;
}

interface Known extends ListingRevision {
  /** Online and meeting the criteria. */
  readonly matches: boolean;
}

function eventsOf(criteria: Criteria, { before, changes }: PropertyHistory): AlertEventType[] {
  const matches = (state: ListingState) => state.online && matchCriteria(criteria, state.listing);
  const known = new Map<string, Known>(before.map((state) => [state.listingId, { ...state, matches: matches(state) }]));
  const remembered = new Set<string>();
  return changes.flatMap((change) => {
    const { listingId } = change;
    const was = known.get(listingId);
    const is: Known = { ...change, matches: matches(change) };
    known.set(listingId, is);
    const matched = { before: was?.matches === true, after: is.matches };
    if (!matched.before && !matched.after) return [];
    const events = decideEvents(changeFacts(was ?? null, is), matched, {
      listingMatched: remembered.has(listingId),
      propertyMatched: remembered.size > 0,
      siblingMeets: [...known.values()].some((other) => other.listingId !== listingId && other.matches),
    });
    if (events.length > 0) remembered.add(listingId);
    return events;
  });
}

/**
 * The part of criteria that asks for what a property is, where it stands and who advertises it, which a listing hardly
 * ever changes; prices, sizes and features are left out. Every listing that meets the criteria meets this part.
 */
export function lastingPart({ conditions, operator, children }: Criteria): Criteria {
  const own = conditions.filter(isLasting);
  const parts = children.map(lastingPart);
  // An alternative that asks for nothing lets everything through, and so the alternatives together do.
  const remaining = operator === 'OR' && parts.some(asksNothing) ? [] : parts.filter((part) => !asksNothing(part));
  return criteriaNode(own, operator, remaining);
}

/** Whether a node has neither conditions nor children: every listing meets it. */
export function asksNothing({ conditions, children }: Criteria): boolean {
  return conditions.length === 0 && children.length === 0;
}

/** The source of a listing never changes; what else lists ask for may. */
const isLasting = (condition: Condition): boolean =>
  condition.kind === 'list' ? condition.field === 'sourceId' : LASTING[condition.kind];

const LASTING: { readonly [K in Exclude<ConditionKind, 'list'>]: boolean } = {
  transactionType: true,
  propertyType: true,
  division: true,
  circle: true,
  box: true,
  shape: true,
  range: false,
  flag: false,
  words: false,
};
