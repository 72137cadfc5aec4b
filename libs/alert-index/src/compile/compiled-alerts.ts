import { RANGE_FIELDS, type Criteria, type ListCondition } from '@gable/domain/criteria';
import type { Box, Outline } from './box.js';
import { placeAlert, type PlacedAlert } from './place-alert.js';
import { WordWriter } from './word-writer.js';

/**
 * Alerts compiled apart from an index, in arrays that one thread can hand to another as they are. `readCompiled` says
 * how they are laid out.
 */
export interface CompiledAlerts {
  /** Where each alert begins in `words`; below 0 where it has to be added from its criteria. */
  readonly starts: Int32Array;
  readonly words: Int32Array;
  readonly numbers: Float64Array;
  readonly lists: readonly ListCondition[];
}

export const REPEATS = 1;
export const ASKS_FOR_LAST_CHANGE = 2;
/** Bounds of a box that are set: the lower ones by field, then the upper ones. */
export const HIGHS_SHIFT = 4;
export const [CIRCLE, BOX] = [0, 1] as const;
/** In place of a number of cells: those of the box before. */
export const SAME_CELLS = -1;

const NEVER_SEEN = (): number => 0;

/**
 * Compiles criteria for `AlertIndex.addCompiled`. Null, and what only an index can compile (words, areas, trees too
 * large for boxes) or nobody can, is left to whoever adds them.
 */
export function compileAlerts(all: Iterable<Criteria | null>): CompiledAlerts {
  const starts: number[] = [];
  const writer = new WordWriter();
  const lists: ListCondition[] = [];
  for (const criteria of all) {
    const placed = criteria === null ? null : placedOf(criteria);
    starts.push(placed === null ? -1 : writer.words.length);
    if (placed !== null) write(placed, asksForLastChange(criteria as Criteria), writer, lists);
  }
  return { starts: Int32Array.from(starts), words: writer.words.taken(), numbers: writer.numbers.taken(), lists };
}

/** Whether criteria ask when a listing changed last. */
export function asksForLastChange({ conditions, children }: Criteria): boolean {
  return (
    conditions.some((condition) => condition.kind === 'range' && condition.field === 'lastChangedAt') ||
    children.some(asksForLastChange)
  );
}

/** Null where numbers cannot say it, or where it fails: whoever adds it finds that, too. */
function placedOf(criteria: Criteria): PlacedAlert | null {
  try {
    const alert = placeAlert(criteria, NEVER_SEEN);
    return alert.placed.every(({ box }) => isPlain(box)) ? alert : null;
  } catch {
    return null;
  }
}

function isPlain({ words, trees, places, notOutlines }: Box): boolean {
  return (
    words.length === 0 &&
    trees.length === 0 &&
    places.every(({ outlines }) => outlines.every(isRound)) &&
    notOutlines.every((outlines) => outlines.every(isRound))
  );
}

const isRound = ({ kind }: Outline): boolean => kind !== 'area';

function write({ placed, slots, repeats }: PlacedAlert, asks: boolean, writer: WordWriter, lists: ListCondition[]) {
  const { words, numbers } = writer;
  words.add(numbers.length, lists.length, (repeats ? REPEATS : 0) | (asks ? ASKS_FOR_LAST_CHANGE : 0), slots);
  words.add(placed.length);
  let before: PlacedAlert['placed'][number]['key'] | undefined;
  for (const { box, key } of placed) {
    writeBox(box, writer);
    words.add(box.lists.length);
    for (const list of box.lists) lists.push(list);
    words.add(
      key.place === undefined ? -1 : box.places.indexOf(key.place),
      key === before ? SAME_CELLS : key.cells.length,
    );
    if (key !== before) for (const { high, low, parts } of key.cells) words.add(high, low, parts);
    before = key;
  }
}

function writeBox(box: Box, writer: WordWriter): void {
  const { words, numbers } = writer;
  words.add(box.transactions, box.forbidC, box.forbidD, boundsIn(box));
  for (const low of box.low) if (low !== -Infinity) numbers.add(low);
  for (const high of box.high) if (high !== Infinity) numbers.add(high);
  words.add(box.ranges.length);
  for (const { field, low, high, nullAllowed } of box.ranges) {
    words.add((RANGE_FIELDS.indexOf(field) << 1) | (nullAllowed ? 1 : 0));
    numbers.add(low, high);
  }
  words.add(box.places.length);
  for (const { divisions, outlines } of box.places) {
    writeNumbers(divisions, writer);
    writeOutlines(outlines, writer);
  }
  words.add(box.notDivisions.length);
  for (const divisions of box.notDivisions) writeNumbers(divisions, writer);
  words.add(box.notOutlines.length);
  for (const outlines of box.notOutlines) writeOutlines(outlines, writer);
}

function boundsIn({ low, high }: Box): number {
  let set = 0;
  for (const [field, bound] of low.entries()) if (bound !== -Infinity) set |= 1 << field;
  for (const [field, bound] of high.entries()) if (bound !== Infinity) set |= 1 << (HIGHS_SHIFT + field);
  return set;
}

function writeNumbers(list: readonly number[], { words, numbers }: WordWriter): void {
  words.add(list.length);
  for (const number of list) numbers.add(number);
}

function writeOutlines(outlines: readonly Outline[], { words, numbers }: WordWriter): void {
  words.add(outlines.length);
  for (const outline of outlines) {
    if (outline.kind === 'circle') {
      words.add(CIRCLE);
      numbers.add(outline.center.lat, outline.center.lng, outline.radiusMeters);
    } else if (outline.kind === 'box') {
      words.add(BOX);
      numbers.add(outline.box.minLng, outline.box.maxLng, outline.box.minLat, outline.box.maxLat);
    }
  }
}
