/**
 * How many mails one address may get. Half of a day's number may go at once, the others evenly over the day, so that
 * no 24 hours see more than the number: the generic cell rate algorithm (ITU-T I.371), which remembers one time. It is
 * the earliest moment of the next mail; null where none was counted. Times in milliseconds since 1970.
 *
 * @param perDay Mails in any 24 hours; 0 is no bound
 */
export function mailsAllowed(nextMailAt: number | null, perDay: number, now: number): number {
  if (perDay === 0) return Infinity;
  if (nextMailAt !== null && nextMailAt > now) return 0;
  return Math.floor((now - countedFrom(nextMailAt, perDay, now)) / spacingMs(perDay)) + 1;
}

/** The earliest moment of the next mail, once `count` more were counted. */
export function mailsCounted(nextMailAt: number | null, count: number, perDay: number, now: number): number | null {
  if (perDay === 0) return nextMailAt;
  return countedFrom(nextMailAt, perDay, now) + count * spacingMs(perDay);
}

/** By how much that moment comes forward where `count` mails that were counted did not go. In milliseconds. */
export function mailsReturnedMs(count: number, perDay: number): number {
  return perDay === 0 ? 0 : count * spacingMs(perDay);
}

/** Nothing that was left unused longer ago is kept. */
function countedFrom(nextMailAt: number | null, perDay: number, now: number): number {
  return Math.max(nextMailAt ?? -Infinity, now + spacingMs(perDay) - DAY_MS);
}

const spacingMs = (perDay: number): number => Math.floor(Math.min(DAY_MS, (2 * DAY_MS) / perDay));

const DAY_MS = 86_400_000;
