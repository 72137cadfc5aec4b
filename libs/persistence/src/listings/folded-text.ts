import type { Listing } from '@gable/domain/listing';
import { type ListingWords, wordsOfListing } from '@gable/domain/words';

/** Stands between the words of the title and those of the description: no phrase reaches across. */
const BAR = '|';

/** Column `folded_text` of a listing: ` loft | bel appartement `. */
export function foldedTextOf(listing: Listing): string {
  const { title, description } = wordsOfListing(listing);
  return title + BAR + description;
}

/** The folded texts that the column holds; null where it is not filled yet. */
export function readFoldedText(column: string | null): ListingWords | null {
  if (column === null) return null;
  const bar = column.indexOf(BAR);
  return { title: column.slice(0, bar), description: column.slice(bar + 1) };
}

/** How a division stands among the words of a listing: no word has this sign. */
export const placeWord = (divisionId: number): string => `#${divisionId}`;

/** Parts of the store, about equal: what the index of words is asked for one part costs a 64th. */
export const PARTS = 64;
/** Rows that are written within this time belong to one part, so that those of a part lie beside each other on disk. */
const PART_MS = 1_024;

const partOf = (writtenAt: Date): number => Math.floor(writtenAt.getTime() / PART_MS) % PARTS;

/** How a word of the title stands among the words of a listing, beside itself: no word has this sign. */
export const titleWord = (word: string): string => `^${word}`;

/** No word has this sign. */
export const PART_SIGN = '%';

/** How the part of the store that a row lies in stands among its words. */
export const partWord = (part: number): string => `${PART_SIGN}${part}`;

/** How the part of the store stands among the words of a city's rows. */
export const cityPartWord = (cityId: number, part: number): string => placeWord(cityId) + partWord(part);

/**
 * Column `words`: every word of the folded texts, as PostgreSQL reads a tsvector (letters and digits alone need no
 * quotes), those of the title once more as such, the divisions that the listing lies in, so that one index finds a
 * word in a city, and the part of the store that the row is written into, alone and with the city, so that a frequent
 * word can be looked for in a part alone. A tsvector has at most 2^20 bytes, counted before equal words become one. The
 * longest texts that a feed may hold, of 101,000 characters, have at most 900 kB of different words: three letters of
 * three bytes a character.
 */
export function searchableWords(listing: Listing, divisionIds: readonly number[], writtenAt: Date): string {
  let words = searchableText(listing);
  for (const divisionId of divisionIds) words += ` ${placeWord(divisionId)}`;
  const part = partOf(writtenAt);
  const cityId = listing.location?.cityId;
  if (cityId !== undefined) words += ` ${cityPartWord(cityId, part)}`;
  return `${words} ${partWord(part)}`;
}

/** What the texts of a listing contribute to the column `words`. */
export function searchableText(listing: Listing): string {
  const { title, description } = wordsOfListing(listing);
  let words = title + description; // each with a blank on both sides, or empty
  if (words.length >= LONG) words = [...new Set(words.split(' '))].join(' ');
  return title === '' ? words : words + title.slice(0, -1).replaceAll(' ', ` ${titleWord('')}`);
}

/** Units of UTF-16, each at most three bytes in UTF-8. */
const LONG = 300_000;
