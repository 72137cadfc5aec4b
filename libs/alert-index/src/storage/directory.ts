import { CODE_MASK, CODE_SHIFT, FORBID_C, FORBID_D, HIGH, LAST_CODE, LOW, SLOT_WORDS } from './slot-layout.js';

/**
 * Words of a chunk's entry in its cell's directory. The summary is a slot around all slots of the chunk: a listing
 * that fails it fails all of them.
 */
export const ENTRY_CHUNK = 0;
/**
 * Slots in use in bits 0 to 15, the edition of the codes in bit 16, in bit 17 whether the chunk was made by sorting
 * its cell.
 */
export const ENTRY_STATE = 1;
export const ENTRY_LOW = 2;
export const ENTRY_HIGH = 3;
export const ENTRY_FORBID_C = 4;
export const ENTRY_FORBID_D = 5;
/** States that some slot of the chunk forbids: rows of no others are read. */
export const ENTRY_STATES_C = 6;
export const ENTRY_STATES_D = 7;
/** As long as a slot, because both lie in one arena. */
export const ENTRY_WORDS = SLOT_WORDS;
export const LIVE_MASK = 0xffff;
export const EDITION_SHIFT = 16;
export const SORTED = 1 << 17;

/** The edition that a chunk's codes are of. */
export function editionOf(state: number): 0 | 1 {
  return ((state >>> EDITION_SHIFT) & 1) as 0 | 1;
}

/** The summary of `count` slots. */
export function summarize(entries: Int32Array, entry: number, slots: Int32Array, from: number, count: number): void {
  entries[entry + ENTRY_LOW] = slots[from + LOW] as number;
  entries[entry + ENTRY_HIGH] = slots[from + HIGH] as number;
  entries[entry + ENTRY_FORBID_C] = entries[entry + ENTRY_FORBID_D] = -1;
  entries[entry + ENTRY_STATES_C] = entries[entry + ENTRY_STATES_D] = 0;
  for (let place = 0; place < count; place += 1) widen(entries, entry, slots, from + place * SLOT_WORDS);
}

/** Summaries never shrink with removals: a rewrite makes them anew. */
function widen(entries: Int32Array, entry: number, slots: Int32Array, slot: number): void {
  entries[entry + ENTRY_LOW] = eachCode(entries[entry + ENTRY_LOW] as number, slots[slot + LOW] as number, Math.min);
  entries[entry + ENTRY_HIGH] = eachCode(entries[entry + ENTRY_HIGH] as number, slots[slot + HIGH] as number, Math.max);
  entries[entry + ENTRY_FORBID_C] = (entries[entry + ENTRY_FORBID_C] as number) & (slots[slot + FORBID_C] as number);
  entries[entry + ENTRY_FORBID_D] = (entries[entry + ENTRY_FORBID_D] as number) & (slots[slot + FORBID_D] as number);
  entries[entry + ENTRY_STATES_C] = (entries[entry + ENTRY_STATES_C] as number) | (slots[slot + FORBID_C] as number);
  entries[entry + ENTRY_STATES_D] = (entries[entry + ENTRY_STATES_D] as number) | (slots[slot + FORBID_D] as number);
}

function eachCode(a: number, b: number, choose: (a: number, b: number) => number): number {
  let word = 0;
  for (let field = 0; field < LAST_CODE.length; field += 1) {
    const shift = CODE_SHIFT[field] as number;
    const mask = CODE_MASK[field] as number;
    word |= choose((a >>> shift) & mask, (b >>> shift) & mask) << shift;
  }
  return word;
}
