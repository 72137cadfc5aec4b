/**
 * What every level of every signal weighs, in bits; a level that is not named weighs nothing. Learned from data by
 * `npm run bench -- grouping --learn`.
 */
export interface GroupingWeights {
  /** Bits for one property before anything is compared: properties shared among the listings around a point. */
  readonly prior: number;
  /**
   * The same with everything compared: attributes repeat each other (a furnished flat is a well-kept one), and this
   * takes the repetition back.
   */
  readonly bias: number;
  readonly levels: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
