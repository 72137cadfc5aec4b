import { ALWAYS, encodeBounds, type Coder } from '../compile/boundaries.js';
import type { Checks } from '../checks/checks.js';
import {
  CHECK,
  codeIn,
  HIGH,
  ID,
  ID_MASK,
  LAST_CODE,
  LOW,
  MAY_REPEAT,
  NEEDS_CHECK,
  RANGES,
  SUB,
} from '../storage/slot-layout.js';

/**
 * Turns a slot's codes of one edition into those of another. The bounds themselves stand on the old boundaries or in
 * the slot's check.
 */
export function recodeSlot(
  slots: Int32Array,
  slot: number,
  transaction: number,
  isSquare: boolean,
  from: Coder,
  to: Coder,
  checks: Checks,
): void {
  const check = slots[slot + CHECK] as number;
  const lows: number[] = [];
  const highs: number[] = [];
  for (let field = 0; field < LAST_CODE.length; field += 1) {
    const [lowCode, highCode] = [
      codeIn(slots[slot + LOW] as number, field),
      codeIn(slots[slot + HIGH] as number, field),
    ];
    const boundaries = from.values[field]?.[transaction] as Float64Array;
    if (lowCode > highCode) {
      lows.push(Infinity);
      highs.push(-Infinity);
      continue;
    }
    lows.push(
      checks.exactBound(check, field, 0) ?? ((lowCode & 1) === 1 ? (boundaries[lowCode >>> 1] as number) : -Infinity),
    );
    highs.push(
      checks.exactBound(check, field, 1) ?? ((highCode & 1) === 1 ? (boundaries[highCode >>> 1] as number) : Infinity),
    );
  }
  const bounds = encodeBounds(to, transaction, lows, highs);
  const atoms = checks.atomsIn(check);
  const newCheck = checks.intern(bounds, atoms);
  checks.release(check);
  slots[slot + LOW] = bounds.low;
  slots[slot + HIGH] = bounds.high;
  if (!isSquare) slots[slot + SUB] = checks.asksForMoreThanWords(atoms) ? ALWAYS : bounds.gaps;
  slots[slot + CHECK] = newCheck;
  slots[slot + ID] =
    ((slots[slot + ID] as number) & (ID_MASK | MAY_REPEAT)) |
    (newCheck === 0 && slots[slot + RANGES] === 0 ? 0 : NEEDS_CHECK);
}
