import { slicesOfPhrase } from './phrase-signature.js';
import { placesOf } from './slices.js';
import { idsWithThoseAt, SELECT_IN_SEGMENTS } from './statements/phrases.js';
import { WAITS } from './waits.js';

/** Runs a statement. */
export type RunStatement = <Row extends object>(text: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Sets of phrases (two words or more, with a blank between): of each set a text has to have one phrase at least. */
export type PhraseSets = readonly (readonly string[])[];

interface InSegment {
  readonly segmentId: number;
  readonly phrase: number;
  readonly bits: Buffer;
}

/** Listings, by their ids or by where they stand in segments. */
export interface PhraseListings {
  readonly ids: readonly string[];
  readonly segmentIds: readonly number[];
  /** In the segment that stands at the same place of `segmentIds`. */
  readonly places: readonly number[];
}

/** What a look for phrases found. */
export interface PhraseLook {
  /** How many listings seem to have them. */
  readonly count: number;
  /** Those from one number to before another, in an order that stays. */
  readonly listings: (from: number, to: number) => PhraseListings;
}

/**
 * The listings, online or not, that have one phrase of each set in one of their texts, and some that have not: about
 * one text in 2,500 for a pair of words, fewer for more.
 */
export async function lookForPhrases(run: RunStatement, sets: PhraseSets): Promise<PhraseLook> {
  // Those that wait first: what a segment takes meanwhile is found in the one, what waits in the other.
  const waiting = await readWaiting(run, sets);
  const places = await readSegments(run, sets);
  return {
    count: waiting.length + places.length,
    listings: (from, to) => {
      const held = places.slice(Math.max(0, from - waiting.length), Math.max(0, to - waiting.length));
      return {
        ids: waiting.slice(from, to),
        segmentIds: held.map(({ segmentId }) => segmentId),
        places: held.map(({ place }) => place),
      };
    },
  };
}

/** Their ids, as an expression: a statement that reads them need not be told them. An erased one has none. */
export function listingIdsSql({ ids, segmentIds, places }: PhraseListings, bind: (value: unknown) => string): string {
  const named = `${bind(ids)}::uuid[]`;
  return places.length === 0 ? named : idsWithThoseAt(named, bind(segmentIds), bind(places));
}

interface PlaceInSegment {
  readonly segmentId: number;
  readonly place: number;
}

async function readWaiting(run: RunStatement, sets: PhraseSets): Promise<string[]> {
  const values: number[] = [];
  const has = (slice: number): string => `get_bit(signature, $${values.push(slice)}::integer) = 1`;
  const hasPhrase = (phrase: string): string => `(${slicesOfPhrase(phrase).map(has).join(' and ')})`;
  const hasOneOf = (phrases: readonly string[]): string => `(${phrases.map(hasPhrase).join(' or ')})`;
  const rows = await run<{ id: string }>(
    `select listing_id as id from phrase_signature where ${WAITS} and ${sets.map(hasOneOf).join(' and ')}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** The places of listings whose signatures meet all sets. */
async function readSegments(run: RunStatement, sets: PhraseSets): Promise<PlaceInSegment[]> {
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
  return [...segments].flatMap(([segmentId, bitsOf]) => {
    const ofSets = sets.map((set) =>
      combined(
        set.map((phrase) => bitsOf[phrases.indexOf(phrase)]!),
        (a, b) => a | b,
      ),
    );
    return placesOf(combined(ofSets, (a, b) => a & b)).map((place) => ({ segmentId, place }));
  });
}

/** Their lengths, in the first bytes, are equal. */
function combined(all: readonly Buffer[], join: (one: number, other: number) => number): Buffer {
  if (all.length === 1) return all[0]!;
  return Buffer.from(
    all[0]!.map((byte, at) => all.reduce((made, bits, n) => (n === 0 ? made : join(made, bits[at]!)), byte)),
  );
}
