/** Bounds on what a caller may send as criteria. Settings of the operator; these are the defaults. */
export interface CriteriaLimits {
  /** Levels of nesting; the root is level 1. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** Entries of one list, duplicates counted. */
  readonly maxSetSize: number;
  /** Violations reported at once. */
  readonly maxViolations: number;
}

export const DEFAULT_CRITERIA_LIMITS: CriteriaLimits = {
  maxDepth: 32,
  maxNodes: 1_000,
  maxSetSize: 1_000,
  maxViolations: 50,
};
