/**
 * Pairs of one kind: which columns of the model they show, what is known of them beforehand, and how many are of one
 * home or of two.
 */
export interface PairKind {
  readonly columns: readonly number[];
  readonly amounts: readonly number[];
  /** Log-odds in bits that the columns add to. */
  readonly offset: number;
  same: number;
  other: number;
}

/** What a weight may be, in bits. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const PASSES = 400;
const DONE_BELOW_BITS = 1e-6;

/**
 * Fits a logistic regression with bounded weights, in bits, by cyclic coordinate descent with Newton steps; `ridge`
 * pulls every weight but the first (the constant) to 0. Deterministic: starts at 0, no randomness. Friedman, Hastie,
 * Tibshirani: Regularization paths for generalized linear models via coordinate descent (2010).
 */
export function fitWeights(kinds: readonly PairKind[], bounds: readonly Bounds[], ridge: number): number[] {
  const weights = bounds.map(() => 0);
  const rowsOf: { row: number; amount: number }[][] = bounds.map(() => []);
  kinds.forEach(({ columns, amounts }, row) =>
    columns.forEach((column, i) => rowsOf[column]!.push({ row, amount: amounts[i]! * Math.LN2 })),
  );
  const logits = Float64Array.from(kinds, ({ offset }) => offset * Math.LN2);

  for (let pass = 0; pass < PASSES; pass++) {
    let largestStep = 0;
    for (let column = 0; column < bounds.length; column++) {
      const before = weights[column]!;
      const pull = column === 0 ? 0 : ridge;
      let [slope, curve] = [-pull * before, pull + 1e-9];
      for (const { row, amount } of rowsOf[column]!) {
        const { same, other } = kinds[row]!;
        const likely = 1 / (1 + Math.exp(-logits[row]!));
        slope += amount * (same - (same + other) * likely);
        curve += amount * amount * (same + other) * likely * (1 - likely);
      }
      const { least, most } = bounds[column]!;
      const after = Math.max(least, Math.min(most, before + Math.max(-1, Math.min(1, slope / curve))));
      if (after === before) continue;
      weights[column] = after;
      for (const { row, amount } of rowsOf[column]!) logits[row] = logits[row]! + amount * (after - before);
      largestStep = Math.max(largestStep, Math.abs(after - before));
    }
    if (largestStep < DONE_BELOW_BITS) break;
  }
  return weights;
}
