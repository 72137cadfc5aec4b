import type { AreaGeometry } from '../../geo/geometry.js';
import type { ViolationList } from '../../parsing/violations.js';

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

/** The limits where the operator sets none. */
export const DEFAULT_CRITERIA_LIMITS: CriteriaLimits = {
  maxDepth: 32,
  maxNodes: 1_000,
  maxSetSize: 1_000,
  maxViolations: 50,
};

/**
 * What parsing must ask the outside about. Shapes are loaded before (see `referencedShapeIds`), so that parsing stays
 * pure.
 */
export interface Places {
  /** Whether a division of this id exists. */
  readonly knowsDivision: (id: number) => boolean;
  /** The geometry of a stored shape by its id in lower case; undefined where the caller has none of that id. */
  readonly shape: (id: string) => AreaGeometry | undefined;
}

/** What every reader of the caller's tree is given. */
export interface ParsingContext {
  readonly limits: CriteriaLimits;
  readonly places: Places;
  readonly violations: ViolationList;
}
