import { parseDurationMs } from './durations.js';
import { variable } from './values.js';

const DAY_MS = 86_400_000;
const TWO_YEARS_MS = 730 * DAY_MS;

/** A duration of at least a day, or null: for ever. */
export const keptFor = variable('a duration from a day to 1000y such as 90d or 2y, or forever', (text) => {
  if (text === 'forever') return null;
  const ms = parseDurationMs(text);
  return ms !== undefined && ms >= DAY_MS ? ms : undefined;
});

interface GivenRetention {
  readonly RETENTION_EVENTS?: number | null;
  readonly RETENTION_NOTIFICATIONS?: number | null;
  readonly RETENTION_REVISIONS?: number | null;
  readonly RETENTION_MARKET_EVENTS?: number | null;
}

/** In milliseconds; null: for ever. */
export function retentionOf(given: GivenRetention) {
  const eventsMs = given.RETENTION_EVENTS === undefined ? TWO_YEARS_MS : given.RETENTION_EVENTS;
  return {
    eventsMs,
    // A notification goes with its event at the latest.
    notificationsMs:
      given.RETENTION_NOTIFICATIONS === undefined ? shortest(TWO_YEARS_MS, eventsMs) : given.RETENTION_NOTIFICATIONS,
    revisionsMs: given.RETENTION_REVISIONS ?? null,
    marketEventsMs: given.RETENTION_MARKET_EVENTS ?? null,
  };
}

/** What contradicts: an event goes with its notifications, and shows the states of its revisions. */
export function retentionProblems(given: GivenRetention): string[] {
  const { eventsMs, revisionsMs } = retentionOf(given);
  const problems: string[] = [];
  if (isLonger(given.RETENTION_NOTIFICATIONS, eventsMs))
    problems.push(
      'RETENTION_NOTIFICATIONS: cannot be longer than RETENTION_EVENTS, ' +
        'because notifications are removed with their event.',
    );
  if (isLonger(eventsMs, revisionsMs ?? undefined))
    problems.push(
      'RETENTION_REVISIONS: cannot be shorter than RETENTION_EVENTS (2y by default), because ' +
        'events show the states of revisions.',
    );
  return problems;
}

const lasts = (ms: number | null): number => ms ?? Infinity;
const isLonger = (one: number | null | undefined, other: number | null | undefined): boolean =>
  one !== undefined && other !== undefined && lasts(one) > lasts(other);
const shortest = (one: number, other: number | null): number => (other === null ? one : Math.min(one, other));
