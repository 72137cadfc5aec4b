/**
 * What a sum of decimal numbers comes to, to nine places. Prices are decimal and their doubles are not: 9976 to 9477.2
 * is 5 percent, of which doubles keep a little less.
 */
export function toDecimal(value: number): number {
  if (Number.isInteger(value)) return value; // most are, and toFixed takes a while
  return Number(value.toFixed(9)) + 0; // of a little less than 0 toFixed leaves -0
}
