/** A column with a time, to the millisecond, as text that `isoOf` reads: a tenth of the cost of a Date and back. */
export const utcText = (column: string) => `(${column} at time zone 'utc')::text`;

/** ISO 8601 with milliseconds of `2026-03-01 10:00:00.12`: PostgreSQL leaves out zeros at the end. */
export function isoOf(text: string): string {
  const seconds = text.length === 19 ? `${text}.` : text;
  return `${seconds.slice(0, 10)}T${seconds.slice(11).padEnd(12, '0')}Z`;
}
