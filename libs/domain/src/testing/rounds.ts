/**
 * How many rounds a proof takes that draws its cases: few in `npm test`, many where LONG_ROUNDS is set, as in the long
 * form of the gate. Few are still enough to find the fault that the proof was written for.
 */
export function rounds(few: number, many: number): number {
  return process.env.LONG_ROUNDS === 'true' ? many : few;
}
