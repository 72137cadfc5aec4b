/**
 * The wait that a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3). Undefined
 * where there is none or it cannot be read; 0 for a date that has passed.
 */
export function readRetryAfter(header: string | readonly string[] | undefined, now: Date): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (text === undefined) return undefined;
  // However many digits: who asks for ever is not to be asked again at once. Whoever waits bounds the wait.
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_VALUE);
  // Only the three forms of the standard: Date.parse would also read "12" or "May" as some day.
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`. */
const HTTP_DATE = new RegExp(
  `^(?:${[
    /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/,
    /[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT/,
    /[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}/,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
);
