import { type Box, type Place, smallestPlace, type WordNeeds } from './box.js';
import { divisionKeyHigh, EVERYWHERE_KEY_HIGH, squareKeyHigh, WORD_KEY_HIGH } from '../storage/cells.js';
import { coverOutlines } from './cover-outlines.js';
import { ALL_PARTS } from './grid.js';

/** Squares one place may be covered with. */
const MAX_SQUARES = 64;
/**
 * More divisions than this and the box stands everywhere: memory grows with cells, and a list that long says little.
 */
const MAX_CELLS = 256;

/** A cell without its transaction, and which parts of it the box reaches. */
export interface CellKey {
  readonly high: number;
  readonly low: number;
  readonly parts: number;
  /** Of a cell of a word; its number, the lower key, is known once the word is held. */
  readonly word?: string;
}

/** The cells of a box. */
export interface BoxCells {
  readonly cells: readonly CellKey[];
  /** The place whose cells these are; undefined for everywhere. */
  readonly place: Place | undefined;
}

/** Where a box stands. */
export interface AccessKey extends BoxCells {
  /** Whether one listing can probe several of these cells: divisions overlap, squares of one level do not. */
  readonly overlaps: boolean;
}

const EVERYWHERE: AccessKey = {
  cells: [{ high: EVERYWHERE_KEY_HIGH, low: 0, parts: ALL_PARTS }],
  place: undefined,
  overlaps: false,
};

/** A box and where it stands. */
export interface PlacedBox {
  readonly box: Box;
  readonly key: AccessKey;
}

/**
 * Chooses the cells of each box: those of its smallest place; where neither a place nor a price nor an area narrows it,
 * those of a word that its listings must have. Every listing that meets a box probes one of them. Boxes of one alert
 * mostly share their place, and covering a drawn area takes long. `timesSeen` tells how often listings had a word.
 */
export function placeBoxes(boxes: readonly Box[], timesSeen: (word: string) => number): readonly PlacedBox[] {
  const keys = new Map<Place | undefined, AccessKey>();
  return boxes.map((box) => {
    const place = smallestPlace(box.places);
    let key = keys.get(place);
    if (key === undefined) keys.set(place, (key = accessKeyOf(place)));
    if (key === EVERYWHERE && box.words.length > 0 && !isBounded(box))
      key = wordKeyOf(box.words, timesSeen) ?? EVERYWHERE;
    return { box, key };
  });
}

function accessKeyOf(place: Place | undefined): AccessKey {
  if (
    place === undefined ||
    place.divisions.length > MAX_CELLS ||
    !place.divisions.every((id) => Number.isSafeInteger(id) && id >= 0)
  )
    return EVERYWHERE;
  const cover = place.outlines.length === 0 ? { level: 0, squares: [] } : coverOutlines(place.outlines, MAX_SQUARES);
  if (cover === null) return EVERYWHERE;
  const cells = place.divisions.map((id) => ({ high: divisionKeyHigh(id), low: id | 0, parts: ALL_PARTS }));
  for (const { key, parts } of cover.squares) cells.push({ high: squareKeyHigh(cover.level), low: key, parts });
  return {
    cells,
    place,
    overlaps: place.divisions.length > 1 || (place.divisions.length === 1 && cover.squares.length > 0),
  };
}

/**
 * Whether bounds of price or area leave out most listings. Then the box is tested with those of the one cell
 * everywhere, which costs less than looking for the cells of all words that a listing has.
 */
function isBounded({ low, high }: Box): boolean {
  return [0, 1].some((field) => low[field] !== -Infinity || high[field] !== Infinity);
}

/**
 * The cells of the list of entries whose words are the rarest: of each entry one word, its rarest. What was never seen
 * counts as rare, and of those the longest word as the rarest. Undefined where no entry has to occur.
 */
function wordKeyOf(needs: readonly WordNeeds[], timesSeen: (word: string) => number): AccessKey | undefined {
  const rarer = (a: string, b: string): string => {
    const [seenA, seenB] = [timesSeen(a), timesSeen(b)];
    return seenA < seenB || (seenA === seenB && a.length >= b.length) ? a : b;
  };
  const lists = needs.flatMap(({ all, any }) => [...all.map((entry) => [entry]), ...(any === null ? [] : [any])]);
  let best: { readonly words: readonly string[]; readonly cost: number } | undefined;
  for (const entries of lists) {
    const words = [...new Set(entries.map((entry) => entry.split(' ').reduce(rarer)))];
    // A cell costs memory, too; and short words are met in more listings than long ones.
    const cost = words.reduce((sum, word) => sum + 1 + timesSeen(word) + 8 / word.length, 0);
    if (best === undefined || cost < best.cost) best = { words, cost };
  }
  if (best === undefined) return undefined;
  const cells = best.words.map((word) => ({ high: WORD_KEY_HIGH, low: 0, parts: ALL_PARTS, word }));
  return { cells, place: undefined, overlaps: cells.length > 1 };
}
