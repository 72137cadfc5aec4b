import { slicesOfPhrase } from './phrase-signature.js';
import { placesOf } from './slices.js';
import { SELECT_IN_SEGMENTS, SELECT_LISTINGS_AT } from './statements/phrases.js';

/** Runs a statement. */
export type RunStatement = <Row extends object>(text: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Sets of phrases (two words or more, with a blank between): of each set a text has to have one phrase at least. */
export type PhraseSets = readonly (readonly string[])[];

interface InSegment {
  readonly segmentId: number;
  readonly phrase: number;
  readonly bits: Buffer;
}

/**
 * The listings, online or not, that have one phrase of each set in one of their texts, and some that have not: about
 * one text in a hundred for a pair of words, fewer for more. null where there are more than `most`.
 */
export async function listingsWithPhrases(
  run: RunStatement,
  sets: PhraseSets,
  most: number,
): Promise<readonly string[] | null> {
  // Those that wait first: what a segment takes meanwhile is found in the one, what waits in the other.
  const waiting = await readWaiting(run, sets, most);
  if (waiting === null) return null;
  const places = await readSegments(run, sets);
  const count = places.reduce((sum, segment) => sum + segment.places.length, waiting.length);
  if (count > most) return null;
  if (places.length === 0) return waiting;
  const held = await run<{ id: string | null }>(SELECT_LISTINGS_AT, [
    places.flatMap((segment) => segment.places.map(() => segment.segmentId)),
    places.flatMap((segment) => segment.places),
  ]);
  return [...waiting, ...held.flatMap(({ id }) => id ?? [])];
}

/** null where there are more than `most`. */
async function readWaiting(run: RunStatement, sets: PhraseSets, most: number): Promise<string[] | null> {
  const values: number[] = [];
  const has = (slice: number): string => `get_bit(signature, $${values.push(slice)}::integer) = 1`;
  const hasPhrase = (phrase: string): string => `(${slicesOfPhrase(phrase).map(has).join(' and ')})`;
  const hasOneOf = (phrases: readonly string[]): string => `(${phrases.map(hasPhrase).join(' or ')})`;
  const rows = await run<{ id: string }>(
    `select listing_id as id from phrase_signature where ${sets.map(hasOneOf).join(' and ')} limit ${most + 1}`,
    values,
  );
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** The places of listings whose signatures meet all sets, by segment. */
async function readSegments(
  run: RunStatement,
  sets: PhraseSets,
): Promise<{ readonly segmentId: number; readonly places: readonly number[] }[]> {
  const phrases = [...new Set(sets.flat())];
  const asked = phrases.flatMap((phrase, number) => slicesOfPhrase(phrase).map((slice) => ({ number, slice })));
  const rows = await run<InSegment>(SELECT_IN_SEGMENTS, [
    asked.map(({ number }) => number),
    asked.map(({ slice }) => slice),
  ]);
  const segments = new Map<number, Buffer[]>();
  for (const { segmentId, phrase, bits } of rows) {
    const known = segments.get(segmentId) ?? [];
    known[phrase] = bits;
    segments.set(segmentId, known);
  }
  return [...segments].map(([segmentId, bitsOf]) => {
    const ofSets = sets.map((set) =>
      combined(
        set.map((phrase) => bitsOf[phrases.indexOf(phrase)]!),
        (a, b) => a | b,
      ),
    );
    return { segmentId, places: placesOf(combined(ofSets, (a, b) => a & b)) };
  });
}

/** Their lengths, in the first bytes, are equal. */
function combined(all: readonly Buffer[], join: (one: number, other: number) => number): Buffer {
  if (all.length === 1) return all[0]!;
  return Buffer.from(
    all[0]!.map((byte, at) => all.reduce((made, bits, n) => (n === 0 ? made : join(made, bits[at]!)), byte)),
  );
}
