/** How many alerts a change concerns. */
export interface ChangeMatches {
  readonly both: number;
  readonly onlyAfter: number;
  readonly onlyBefore: number;
}

/** Size and work of an index. */
export interface AlertIndexStats {
  readonly alerts: number;
  readonly slots: number;
  readonly cells: number;
  /** Bit matrices of 512 slots. */
  readonly matrices: number;
  /** Different checks of more than one condition or records of words, and different conditions. */
  readonly checks: number;
  readonly conditions: number;
  /** Checks and conditions run since the start; verdicts remembered for the same listing are not counted. */
  readonly checkRuns: number;
  /** Typed arrays and tables; geometry of circles and areas is part of them, trees too large for boxes are not. */
  readonly bytes: number;
}
