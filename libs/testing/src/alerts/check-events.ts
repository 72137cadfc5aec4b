import { groupBy } from '@gable/domain';
import type { AlertTimeline, AlertPhase } from './alert-timeline.js';
import type { CommittedChange } from './committed-change.js';
import { AlertMemory, eventsOfPhase, lineOf, type EventFact } from './expected-events.js';

/** What is wrong with the events of an alert. */
export interface EventFindings {
  /** Had to be recorded and is not there. */
  readonly lost: readonly EventFact[];
  /** Is there and had not to be recorded, or not so. */
  readonly phantom: readonly EventFact[];
}

/**
 * Judges the events that exist where writes and changes ran side by side. Of each change there are one or more allowed
 * sets of events (by the phases of the alert that may have met it, which never go back), and one of them must be there
 * whole. What an alert remembers are the events that do exist, as the contract says: by induction, where no write was
 * ambiguous, this is equality with `expectedEvents`.
 */
export function checkEvents(
  timeline: AlertTimeline,
  changes: readonly CommittedChange[],
  existing: readonly EventFact[],
): EventFindings {
  const lost: EventFact[] = [];
  const phantom: EventFact[] = [];
  const memory = new AlertMemory();
  const unread = groupBy(existing, momentOf);
  let reached = -1;
  for (const change of changes) {
    const actual = unread.get(momentOf(change)) ?? [];
    unread.delete(momentOf(change));
    const answers = allowedAnswers(timeline, reached, change, memory);
    const wanted = answers.find(({ events }) => sameEvents(events, actual)) ?? {
      ...nearest(answers, actual),
      wrong: true,
    };
    if ('wrong' in wanted) {
      lost.push(...without(wanted.events, actual));
      phantom.push(...without(actual, wanted.events));
    }
    reached = wanted.phase;
    memory.add(actual);
  }
  phantom.push(...[...unread.values()].flat()); // of changes that nobody committed
  return { lost, phantom };
}

interface Answer {
  /** Place of the phase in the timeline; -1 before the alert was made. */
  readonly phase: number;
  readonly events: readonly EventFact[];
}

/** Oldest phase first: the next change may still meet a newer one. */
function allowedAnswers(
  { alertId, phases }: AlertTimeline,
  reached: number,
  change: CommittedChange,
  memory: AlertMemory,
): Answer[] {
  const answers: Answer[] = [];
  for (let phase = reached; phase < phases.length; phase += 1) {
    if (phase >= 0 && change.at <= phases[phase]!.reach.after) break;
    const replaced = phases[phase + 1];
    if (replaced !== undefined && change.at > replaced.reach.until) continue;
    if (phase < 0 || mayBeBefore(phases[phase]!, change)) answers.push({ phase, events: [] });
    if (phase >= 0 && change.at > phases[phase]!.activeSince.after)
      answers.push({ phase, events: eventsOfPhase(alertId, phases[phase]!, change, memory.of(change)) });
  }
  return answers;
}

const mayBeBefore = ({ activeSince }: AlertPhase, { at }: CommittedChange): boolean => at <= activeSince.until;

function nearest(answers: readonly Answer[], actual: readonly EventFact[]): Answer {
  const distance = ({ events }: Answer): number => without(events, actual).length + without(actual, events).length;
  return answers.reduce((best, answer) => (distance(answer) < distance(best) ? answer : best));
}

/** Listing and revision: what an event and its change have in common. */
const momentOf = ({ listingId, revisionId }: { listingId: string; revisionId: number }): string =>
  `${listingId} ${revisionId}`;

function sameEvents(a: readonly EventFact[], b: readonly EventFact[]): boolean {
  return a.length === b.length && without(a, b).length === 0 && without(b, a).length === 0;
}

function without(events: readonly EventFact[], others: readonly EventFact[]): EventFact[] {
  if (events.length === 0) return [];
  const lines = others.map(lineOf);
  return events.filter((event) => !lines.includes(lineOf(event)));
}
