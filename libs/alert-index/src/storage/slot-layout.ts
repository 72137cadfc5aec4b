import { FLAG_FIELDS, type FlagField, type RangeField } from '@gable/domain/criteria';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';

/**
 * The words of a slot, ten of 32 bits:
 *
 * | word | holds |
 * |---|---|
 * | LOW, HIGH | the codes between which price, area, rooms and bedrooms must lie, packed with a guard bit above each |
 * | FORBID_C | forbidden: property types (bits 0 to 9), "not stated" of four numbers (10 on), flags 0 to 5 (14 on) |
 * | FORBID_D | forbidden states of the other flags |
 * | SUB | in a square: which of its 8 × 4 parts the box reaches; elsewhere: the `CodedBounds.gaps` of rounded bounds |
 * | ID | the alert's id; above it: ranges or a check have to pass (sign), one listing can meet the alert twice |
 * | CHECK | reference of the check, 0 for none, below 0 where it is a single condition |
 * | NEXT | the next slot of the same alert, 0 for none |
 * | RANGES | reference of the ranges that have no codes (`RareRanges`), 0 for none |
 * | FILTER | what of the words that are asked for fits (`words/filter.ts`), 0 where none are |
 */
export const LOW = 0;
export const HIGH = 1;
export const FORBID_C = 2;
export const FORBID_D = 3;
export const SUB = 4;
export const ID = 5;
export const CHECK = 6;
export const NEXT = 7;
export const RANGES = 8;
export const FILTER = 9;
export const SLOT_WORDS = 10;

export const NEEDS_CHECK = 0x8000_0000 | 0;
export const MAY_REPEAT = 0x4000_0000;
export const ID_MASK = 0x3fff_ffff;
/** The highest id an alert may have. */
export const MAX_ID = ID_MASK;

/**
 * Numbers with codes, and how many boundaries each may have. A value on boundary i has the code 2i + 1, one in the
 * gap before it 2i.
 */
export const CODED_FIELDS = ['price', 'area', 'rooms', 'bedrooms'] as const satisfies readonly RangeField[];
export const MAX_BOUNDARIES = [63, 31, 7, 7] as const;
/** The last code of each field, also that of "no upper bound". */
export const LAST_CODE = [126, 62, 14, 14] as const;
/** Where each field's code stands in LOW and HIGH. */
export const CODE_SHIFT = [0, 8, 15, 20] as const;
export const CODE_MASK = [0x7f, 0x3f, 0xf, 0xf] as const;
/** The code of a field, by its place among the coded ones, in LOW or HIGH. */
export function codeIn(word: number, field: number): number {
  return (word >>> (CODE_SHIFT[field] as number)) & (CODE_MASK[field] as number);
}
/** One bit above each code: a subtraction that goes below zero takes it away, and never reaches the next field. */
export const GUARDS = (1 << 7) | (1 << 14) | (1 << 19) | (1 << 24);

export const TYPE_COUNT = PROPERTY_TYPES.length + 1;
/** The place of "no type stated" among the types. */
export const NO_TYPE = PROPERTY_TYPES.length;
export const ALL_TYPES = (1 << TYPE_COUNT) - 1;
export const NULL_BIT = [1 << 10, 1 << 11, 1 << 12, 1 << 13] as const;

/** SELL, RENT, and none stated: each has cells of its own. */
export const NO_TRANSACTION = TRANSACTION_TYPES.length;
export const ALL_TRANSACTIONS = (1 << (NO_TRANSACTION + 1)) - 1;

/**
 * Flags whose three states (yes, no, not stated) stand in FORBID_C, from bit 14; the rest stand in FORBID_D from bit
 * 0.
 */
export const FLAGS_IN_C = 6;
export const FLAG_SHIFT = 14;
/** Bits of FORBID_D. */
export const STATES_IN_D = 3 * (FLAG_FIELDS.length - FLAGS_IN_C);
export const YES = 0;
export const NO = 1;
export const NOT_STATED = 2;

const FLAG_PLACE: ReadonlyMap<FlagField, number> = new Map(FLAG_FIELDS.map((field, place) => [field, place]));

/** The place of a flag among all flags. */
export function flagPlace(field: FlagField): number {
  return FLAG_PLACE.get(field) as number;
}

/** Whether the words forbid all three states of some flag. */
export function forbidsAFlag(c: number, d: number): boolean {
  const inC = c >>> FLAG_SHIFT;
  return ((inC & (inC >>> 1) & (inC >>> 2) & 0o111111) | (d & (d >>> 1) & (d >>> 2) & 0o111111111)) !== 0;
}
