import { CODE_SHIFT, LAST_CODE, MAX_BOUNDARIES } from '../storage/slot-layout.js';

/**
 * Sorted values that the bounds of alerts often take: at most 63 prices for sales and for rents, 31 areas, 7 numbers
 * of rooms and of bedrooms. Any are correct; good ones are fast.
 */
export interface Boundaries {
  readonly salePrices: readonly number[];
  readonly rents: readonly number[];
  readonly areas: readonly number[];
  readonly rooms: readonly number[];
  readonly bedrooms: readonly number[];
}

const steps = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, place) => from + place * by);

/** What people ask for before anything was learned: round prices in euros, round square metres. */
export const DEFAULT_BOUNDARIES: Boundaries = {
  salePrices: [
    ...steps(50_000, 400_000, 10_000),
    ...steps(420_000, 500_000, 20_000),
    ...steps(550_000, 1_000_000, 50_000),
    1_200_000,
    1_500_000,
    2_000_000,
  ],
  rents: [...steps(300, 1_500, 50), ...steps(1_600, 3_000, 100), 3_500, 4_000, 5_000],
  areas: [...steps(10, 100, 5), ...steps(110, 150, 10), 175, 200, 250, 300],
  rooms: steps(1, 7, 1),
  bedrooms: steps(1, 7, 1),
};

/**
 * One edition of boundaries, ready for coding; the price's boundaries depend on the transaction (0 SELL, 1 RENT, 2
 * none stated).
 */
export interface Coder {
  /** By field and, for the price, by transaction: `values[field][transaction]`. */
  readonly values: readonly (readonly Float64Array[])[];
}

/** Keeps of each list its first distinct finite values in order; the rest would have no code. */
export function coderOf({ salePrices, rents, areas, rooms, bedrooms }: Boundaries): Coder {
  const sorted = (list: readonly number[], field: number): Float64Array =>
    Float64Array.from(new Set(list.filter(Number.isFinite)))
      .sort()
      .subarray(0, MAX_BOUNDARIES[field]);
  const prices = [sorted(salePrices, 0), sorted(rents, 0)] as const;
  const others = [sorted(areas, 1), sorted(rooms, 2), sorted(bedrooms, 3)].map((values) => [values, values, values]);
  return { values: [[prices[0], prices[1], prices[0]], ...others] };
}

/** 2i + 1 on boundary i, 2i in the gap before it. Monotone: a larger value never has a smaller code. */
export function codeOf(boundaries: Float64Array, value: number): number {
  let from = 0;
  let to = boundaries.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((boundaries[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from < boundaries.length && boundaries[from] === value ? 2 * from + 1 : 2 * from;
}

/** No gap has this number: that of a listing whose value stands on a boundary or is not stated. */
export const ON_BOUNDARY = [126, 62] as const;
/** No gap has this number: that of a box whose bound stands on a boundary or is not set. */
export const NO_GAP = [127, 63] as const;

/** Bounds of one box in codes: packed words, and what the codes cannot say exactly. */
export interface CodedBounds {
  readonly low: number;
  readonly high: number;
  /** Two bits per field, lower and upper: the bound lies inside a gap and was rounded outwards. */
  readonly edges: number;
  /**
   * The gaps of rounded bounds: price low and high (7 bits each), area low and high (6 each), then ALWAYS where a
   * rounded bound has no gap here. Never 0.
   */
  readonly gaps: number;
  /** The rounded bounds themselves, in the order of the bits. */
  readonly exact: readonly number[];
}

/** In `CodedBounds.gaps`: the check has to run whatever the listing's gaps. */
export const ALWAYS = 1 << 26;
/** `CodedBounds.gaps` without any rounded bound. */
export const NO_GAPS = NO_GAP[0] | (NO_GAP[0] << 7) | (NO_GAP[1] << 14) | (NO_GAP[1] << 20);
/** Where each of the four gaps stands, and its width as a mask. */
const GAP_SHIFT = [0, 7, 14, 20] as const;

/** Codes of a box under one edition of boundaries. */
export function encodeBounds(
  coder: Coder,
  transaction: number,
  lows: readonly number[],
  highs: readonly number[],
): CodedBounds {
  let [low, high, edges, gaps] = [0, 0, 0, NO_GAPS];
  const exact: number[] = [];
  const mark = (field: number, side: number, code: number, bound: number): void => {
    edges |= 1 << (2 * field + side);
    exact.push(bound);
    if (field > 1) gaps |= ALWAYS;
    else {
      const shift = GAP_SHIFT[2 * field + side] as number;
      gaps = (gaps & ~((NO_GAP[field] as number) << shift)) | ((code >>> 1) << shift);
    }
  };
  for (let field = 0; field < LAST_CODE.length; field += 1) {
    const boundaries = coder.values[field]?.[transaction] as Float64Array;
    const [from, to] = [lows[field] as number, highs[field] as number];
    let [lowCode, highCode] = [0, LAST_CODE[field] as number];
    if (from > to)
      [lowCode, highCode] = [highCode, lowCode]; // no value lies between them: no code does either
    else {
      if (from !== -Infinity) {
        lowCode = codeOf(boundaries, from);
        if ((lowCode & 1) === 0) mark(field, 0, lowCode, from);
      }
      if (to !== Infinity) {
        highCode = codeOf(boundaries, to);
        if ((highCode & 1) === 0) mark(field, 1, highCode, to);
      }
    }
    low |= lowCode << (CODE_SHIFT[field] as number);
    high |= highCode << (CODE_SHIFT[field] as number);
  }
  return { low, high, edges, gaps, exact };
}
