/** How a sentence says the bounds of one field. Numbers arrive as written by `plainNumber`. */
export interface RangePhrase {
  readonly exactly: (value: number) => string;
  readonly least: (min: number) => string;
  readonly most: (max: number) => string;
  readonly between: (min: number, max: number) => string;
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** A number for people: `250,000`, `0.5`. */
export function plainNumber(value: number): string {
  return numbers.format(value);
}

/** `at least 3 rooms`. */
export function count(noun: string, after = ''): RangePhrase {
  const things = (n: number): string => `${plainNumber(n)} ${n === 1 ? noun : `${noun}s`}${after}`;
  return {
    exactly: things,
    least: (n) => `at least ${things(n)}`,
    most: (n) => `at most ${things(n)}`,
    between: (a, b) => `${plainNumber(a)} to ${things(b)}`,
  };
}

/** `250,000 or less`, `charges of 100 or more`. */
export function money(before: string): RangePhrase {
  return {
    exactly: (n) => `${before}exactly ${plainNumber(n)}`,
    least: (n) => `${before}${plainNumber(n)} or more`,
    most: (n) => `${before}${plainNumber(n)} or less`,
    between: (a, b) => `${before}${plainNumber(a)} to ${plainNumber(b)}`,
  };
}

/** `at least 60 m²`, `a garden of at least 100 m²`. */
export function size(before: string): RangePhrase {
  return {
    exactly: (n) => `${before}exactly ${plainNumber(n)} m²`,
    least: (n) => `${before}at least ${plainNumber(n)} m²`,
    most: (n) => `${before}at most ${plainNumber(n)} m²`,
    between: (a, b) => `${before}${plainNumber(a)} to ${plainNumber(b)} m²`,
  };
}

/** `built in 1990 or later`; years have no thousands separator. */
export function year(verb: string): RangePhrase {
  return {
    exactly: (n) => `${verb} in ${n}`,
    least: (n) => `${verb} in ${n} or later`,
    most: (n) => `${verb} in ${n} or earlier`,
    between: (a, b) => `${verb} from ${a} to ${b}`,
  };
}

/** `cheaper than at first by 5 % or more`; a bound below 0 is a rise. */
export function cut(unit: string, than: string): RangePhrase {
  const by = (n: number): string => `${plainNumber(n)}${unit}`;
  return {
    exactly: (n) => `cheaper ${than} by exactly ${by(n)}`,
    least: (n) => `cheaper ${than} by ${by(n)} or more`,
    most: (n) => `cheaper ${than} by ${by(n)} or less`,
    between: (a, b) => `cheaper ${than} by ${by(a)} to ${by(b)}`,
  };
}

/** `published since 2026-03-01`; midnight and the end of a day are said as the day. */
export function moment(verb: string): RangePhrase {
  return {
    exactly: (at) => `${verb} at ${instant(at)}`,
    least: (from) => `${verb} since ${sinceDay(from)}`,
    most: (to) => `${verb} until ${untilDay(to)}`,
    between: (from, to) => `${verb} from ${sinceDay(from)} to ${untilDay(to)}`,
  };
}

/** An instant in epoch milliseconds as ISO 8601 in UTC. */
export function instant(at: number): string {
  return new Date(at).toISOString();
}

/** The same, or the day alone where it is its first moment. */
export function sinceDay(at: number): string {
  return dayOr(at, 'T00:00:00.000Z');
}

/** The same, or the day alone where it is its last moment. */
export function untilDay(at: number): string {
  return dayOr(at, 'T23:59:59.999Z');
}

function dayOr(at: number, time: string): string {
  const text = instant(at);
  return text.endsWith(time) ? text.slice(0, -time.length) : text;
}
