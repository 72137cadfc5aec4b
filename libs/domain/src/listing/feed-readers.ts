import { snapToZero } from '../geo/degrees.js';
import type { Violation } from '../parsing/violations.js';
import { readUrl } from '../values/read-url.js';
import { parseDateTime } from './parse-date-time.js';

/** What reading one line finds beside its values. */
export interface Notes {
  readonly violations: Violation[];
  readonly unknownFields: string[];
}

/**
 * Reads one value; notes what is wrong with it and gives undefined where it cannot be used. It never sees null or
 * undefined.
 */
export type Reader<T> = (value: unknown, path: string, notes: Notes) => T | undefined;

/** Violations reported of one line at most. */
const MAX_VIOLATIONS = 50;
const INT32_MAX = 2_147_483_647;

/** Notes a violation, up to 50 a line. */
export function complain(notes: Notes, propertyPath: string, message: string): undefined {
  if (notes.violations.length < MAX_VIOLATIONS) notes.violations.push({ propertyPath, message });
  return undefined;
}

/** Text of at most `maxLength` characters that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export function text(maxLength: number): Reader<string> {
  return (value, path, notes) => {
    if (typeof value !== 'string') return complain(notes, path, `expects a string, got ${kindOf(value)}`);
    if (value.length > maxLength && isLonger(value, maxLength))
      return complain(notes, path, `expects at most ${maxLength} characters, got ${[...value].length}`);
    if (value.includes('\0')) return complain(notes, path, 'holds a NUL character, which cannot be stored');
    if (!(value as WellFormedText).isWellFormed())
      return complain(notes, path, 'holds half of a surrogate pair, which is no character');
    return value;
  };
}

/** Text with at least one visible character. */
export function name(maxLength: number): Reader<string> {
  const read = text(maxLength);
  return (value, path, notes) => {
    const found = read(value, path, notes);
    return found !== undefined && found.trim() === ''
      ? complain(notes, path, 'expects a string that is not empty')
      : found;
  };
}

/** An absolute address of the web, at most 2,048 characters. */
export const address: Reader<string> = (value, path, notes) => {
  const found = readAddressText(value, path, notes);
  if (found === undefined || PLAIN_ADDRESS.test(found)) return found;
  if (WEB_ADDRESS.test(found) && readUrl(found) !== undefined) return found;
  return complain(notes, path, 'expects an address that begins with http:// or https:// and holds no spaces');
};
const readAddressText = text(2_048);
/**
 * What most addresses are, and the URL standard takes for sure: a host of letters and digits that cannot be a number or
 * Punycode, no port, and printable ASCII behind it. A tenth of the cost of reading one, and an advert has a dozen.
 */
export const PLAIN_ADDRESS = /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]+(?:[/?#][!-~]*)?$/i;
const WEB_ADDRESS = /^https?:\/\/[^\s]+$/i;

const HOST_NAME =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?)*$/u;
const readHostText = text(253);

/** A host name, given in lower case: it identifies a source. */
export const hostName: Reader<string> = (value, path, notes) => {
  const found = readHostText(value, path, notes)?.toLowerCase();
  return found === undefined || HOST_NAME.test(found)
    ? found
    : complain(notes, path, 'expects a host name such as "example.com"');
};

/** A date-time with a zone, given in UTC with milliseconds. */
export const dateTime: Reader<string> = (value, path, notes) => {
  const found = typeof value === 'string' ? parseDateTime(value) : undefined;
  return (
    found ?? complain(notes, path, 'expects an existing ISO 8601 date-time with a zone, such as "2026-11-21T09:30:00Z"')
  );
};

/** A finite number within inclusive bounds. */
export function number(min: number, max: number): Reader<number> {
  return (value, path, notes) => {
    if (typeof value !== 'number') return complain(notes, path, `expects a number, got ${kindOf(value)}`);
    if (!Number.isFinite(value))
      return complain(notes, path, 'expects a number that is not larger than any computer number');
    if (value < min) return complain(notes, path, `expects a number of at least ${min}, got ${value}`);
    if (value > max) return complain(notes, path, `expects a number of at most ${max}, got ${value}`);
    return value + 0; // -0 becomes 0: the two are one price.
  };
}

/**
 * Money or square metres up to `most`, 0 or at least a millionth: what is beyond is a mistake, and one such value
 * would make every average and every price per square metre of its market overflow.
 */
function amount(most: number): Reader<number> {
  const read = number(0, most);
  return (value, path, notes) =>
    typeof value === 'number' && value > 0 && value < LEAST_AMOUNT
      ? complain(notes, path, `expects 0 or at least ${LEAST_AMOUNT}, got ${value}`)
      : read(value, path, notes);
}
const LEAST_AMOUNT = 0.000_001;

/** A sum of money in any currency. */
export const money = amount(1e15);

/** Square metres. */
export const squareMeters = amount(1e12);

/** A latitude or longitude. */
export function degrees(most: number): Reader<number> {
  const read = number(-most, most);
  return (value, path, notes) => {
    const found = read(value, path, notes);
    return found === undefined ? undefined : snapToZero(found);
  };
}

/** A whole number from `min`, by default of 32 bits. */
export function wholeNumber(min: number, max = INT32_MAX): Reader<number> {
  const read = number(min, max);
  return (value, path, notes) => {
    if (typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value))
      return complain(notes, path, `expects a whole number, got ${value}`);
    return read(value, path, notes);
  };
}

/** Id of a division: whole, not negative, exact in a double. */
export const divisionId = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** Any whole number of 32 bits: there are floors below the ground. */
export const anyWholeNumber = wholeNumber(-INT32_MAX - 1);

export const flag: Reader<boolean> = (value, path, notes) =>
  typeof value === 'boolean' ? value : complain(notes, path, `expects true or false, got ${kindOf(value)}`);

/** One word of a closed list. */
export function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value, path, notes) =>
    known.has(value) ? (value as T) : complain(notes, path, `expects one of ${words.join(', ')}`);
}

/**
 * A list of at most `maxLength` entries, of which each is kept once, where it comes first. An empty one is the same as
 * none.
 */
export function listOfDistinct<T>(maxLength: number, read: Reader<T>): Reader<T[]> {
  return (value, path, notes) => {
    if (!Array.isArray(value)) return complain(notes, path, `expects a list, got ${kindOf(value)}`);
    if (value.length > maxLength)
      return complain(notes, path, `expects at most ${maxLength} entries, got ${value.length}`);
    const found = new Set<T>();
    for (let i = 0; i < value.length; i++) {
      const entry = read(value[i], `${path}[${i}]`, notes);
      if (entry !== undefined) found.add(entry);
    }
    return found.size === 0 ? undefined : [...found];
  };
}

/** Names the sort of a JSON value in words for a message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`;
}

/** Characters as people count them; `length` counts those beyond the first 65,536 twice. */
function isLonger(value: string, maxLength: number): boolean {
  return value.length > 2 * maxLength || [...value].length > maxLength;
}

/** In every engine this project runs on (Node 20); TypeScript's ES2023 does not name it yet. */
type WellFormedText = string & { isWellFormed(): boolean };
