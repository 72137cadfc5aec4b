import { parseDateTime } from './parse-date-time.js';

/** What a date parameter names, in UTC: an instant is all three at once, a bare date is a whole day. */
export interface Moment {
  /** Where a lower bound begins. */
  readonly from: string;
  /** Where an upper bound that is part of the range ends: the last microsecond of a day. */
  readonly to: string;
  /** Where an upper bound that is no part of the range ends: the midnight behind a day. */
  readonly until: string;
}

/** What `parseMoment` takes, for messages. */
export const MOMENT_FORMS = 'a date-time or a date, such as 2026-03-01T09:30:00Z or 2026-03-01';

const DATE = /^\d{4}-\d\d-\d\d$/;
const ZONE = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i;
const DAY_MS = 86_400_000;

/**
 * Reads a date parameter of the API: a date-time with a zone, one without (UTC), or a bare date (the whole UTC day). A
 * plus sign that was not encoded in an address arrives as a space. Undefined for everything else.
 */
export function parseMoment(text: string): Moment | undefined {
  if (DATE.test(text)) {
    const from = parseDateTime(`${text}T00:00:00Z`);
    if (from === undefined) return undefined;
    const to = `${text}T23:59:59.999999Z`;
    const next = new Date(Date.parse(from) + DAY_MS).toISOString();
    // The last day that the notation holds has no midnight behind it.
    return { from, to, until: next.startsWith('+') ? to : next };
  }
  const given = text.replace(/ (?=[\d:]+$)/, '+');
  const instant = parseDateTime(given) ?? (hasZone(given) ? undefined : parseDateTime(`${given}Z`));
  return instant === undefined ? undefined : { from: instant, to: instant, until: instant };
}

/** Behind the T only: the hyphens of a date are no zone. */
const hasZone = (text: string): boolean => ZONE.test(text.slice(text.search(/T/i) + 1));
