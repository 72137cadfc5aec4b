import type { Criteria } from '@gable/domain/criteria';
import { countBits } from '../storage/count-bits.js';
import { placeBoxes, type PlacedBox } from './access-key.js';
import { boundingBoxes, compileBoxes } from './compile-boxes.js';

/** More slots than this, and an alert stands behind one bounding box: each slot costs memory and time to replace. */
const MAX_SLOTS = 3_072;
/**
 * An alert may have this many boxes wherever they stand. With more, no cell may hold too many of them: every listing
 * there would test each.
 */
const FEW_BOXES = 64;
const MAX_PER_CELL = 128;

/** An alert ready to be stored: its boxes, each with its cells. */
export interface PlacedAlert {
  readonly placed: readonly PlacedBox[];
  /** How many slots the boxes take. */
  readonly slots: number;
  /** Whether one listing can reach the alert through two slots. */
  readonly repeats: boolean;
}

/**
 * Compiles criteria into boxes and chooses their cells; one bounding box where they would be too many. `timesSeen` as
 * for `placeBoxes`.
 */
export function placeAlert(criteria: Criteria, timesSeen: (word: string) => number): PlacedAlert {
  let placed = placeBoxes(compileBoxes(criteria), timesSeen);
  if (isTooMuch(placed)) placed = placeBoxes(boundingBoxes(criteria), timesSeen);
  return { placed, slots: slotsOf(placed), repeats: mayRepeat(placed) };
}

/**
 * Whether one listing can reach the alert through two slots: then its boxes, for one transaction, stand in cells that
 * overlap.
 */
function mayRepeat(placed: readonly PlacedBox[]): boolean {
  let seen = 0;
  for (const { box, key } of placed) {
    if (key.overlaps || (seen & box.transactions) !== 0) return true;
    seen |= box.transactions;
  }
  return false;
}

/**
 * Whether one bounding box serves the alert better than all its boxes: they need too many slots, or stand too close
 * together.
 */
function isTooMuch(placed: readonly PlacedBox[]): boolean {
  if (slotsOf(placed) > MAX_SLOTS) return true;
  if (placed.length <= FEW_BOXES) return false;
  const perCell = new Map<string, number>();
  for (const { high, low, word = '' } of placed.flatMap(({ key }) => key.cells)) {
    const cell = `${high} ${low} ${word}`;
    const count = (perCell.get(cell) ?? 0) + 1;
    if (count > MAX_PER_CELL) return true;
    perCell.set(cell, count);
  }
  return false;
}

function slotsOf(placed: readonly PlacedBox[]): number {
  return placed.reduce((slots, { box, key }) => slots + key.cells.length * countBits(box.transactions), 0);
}
