import { ALWAYS, codeOf, ON_BOUNDARY, type Coder } from './boundaries.js';
import { CODE_SHIFT, LAST_CODE } from '../storage/slot-layout.js';

// As in scan.ts: imported constants are slow where every listing uses them.
const [LAST_PRICE, LAST_AREA, LAST_ROOMS, LAST_BEDROOMS] = LAST_CODE;
const [PRICE_SHIFT, AREA_SHIFT, ROOMS_SHIFT, BEDROOMS_SHIFT] = CODE_SHIFT;
const [NO_PRICE_GAP, NO_AREA_GAP] = ON_BOUNDARY;
const ALWAYS_BIT = 31 - Math.clz32(ALWAYS);

/**
 * Whether a rounded bound's gap (`CodedBounds.gaps`) is one of the listing's, or the check has to run anyhow: 1 or 0,
 * worked out without a branch.
 */
export function mustCheck(bounds: number, listing: number): number {
  const differ = bounds ^ listing;
  const equal =
    ((differ & 127) - 1) | (((differ >>> 7) & 127) - 1) | (((differ >>> 14) & 63) - 1) | (((differ >>> 20) & 63) - 1);
  return ((bounds >>> ALWAYS_BIT) & 1) | (equal >>> 31);
}

/** A listing's numbers in the codes of one edition of boundaries. */
export class FactCodes {
  coder: Coder | null = null;
  /**
   * Codes to be tested against lower and against upper bounds; they differ where a value is not stated and both tests
   * must pass.
   */
  lowest = 0;
  highest = 0;
  /** The code of each number; one past the last where it is not stated. */
  readonly numbers = new Int32Array(LAST_CODE.length);
  /**
   * The gaps that price and area lie in, each where `CodedBounds.gaps` has those of the lower and of the upper bound.
   */
  gaps = 0;

  read(coder: Coder, transaction: number, stated: Float64Array): void {
    const { values } = coder;
    this.coder = coder;
    this.lowest = this.highest = 0;
    const price = this.readNumber(
      0,
      values[0]?.[transaction] as Float64Array,
      stated[0] as number,
      PRICE_SHIFT,
      LAST_PRICE,
    );
    const area = this.readNumber(
      1,
      values[1]?.[transaction] as Float64Array,
      stated[1] as number,
      AREA_SHIFT,
      LAST_AREA,
    );
    this.readNumber(2, values[2]?.[transaction] as Float64Array, stated[2] as number, ROOMS_SHIFT, LAST_ROOMS);
    this.readNumber(3, values[3]?.[transaction] as Float64Array, stated[3] as number, BEDROOMS_SHIFT, LAST_BEDROOMS);
    const priceGap = (price & 1) === 1 || price > LAST_PRICE ? NO_PRICE_GAP : price >>> 1;
    const areaGap = (area & 1) === 1 || area > LAST_AREA ? NO_AREA_GAP : area >>> 1;
    this.gaps = priceGap | (priceGap << 7) | (areaGap << 14) | (areaGap << 20);
  }

  /**
   * Not stated passes both tests: that against lower bounds asks for `highest ≥ low`, that against upper bounds for
   * `lowest ≤ high`.
   */
  private readNumber(field: number, boundaries: Float64Array, value: number, shift: number, last: number): number {
    let code = last + 1;
    if (Number.isNaN(value)) this.highest |= last << shift;
    else {
      code = codeOf(boundaries, value);
      this.lowest |= code << shift;
      this.highest |= code << shift;
    }
    this.numbers[field] = code;
    return code;
  }
}
