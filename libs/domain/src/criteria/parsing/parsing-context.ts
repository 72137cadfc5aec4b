import type { AreaGeometry } from '../../geo/geometry.js';
import type { ViolationList } from '../../parsing/violations.js';

/** Bounds on what a caller may send as criteria. Settings of the operator; these are the defaults. */
export interface CriteriaLimits {
  /** Levels of nesting; the root is level 1. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** Entries of one list, duplicates counted. */
  readonly maxSetSize: number;
  /** Positions of all shapes that a tree names, those of a shape as often as it is named. */
  readonly maxPositions: number;
  /** Violations reported at once. */
  readonly maxViolations: number;
}

/** The limits where the operator sets none. */
export const DEFAULT_CRITERIA_LIMITS: CriteriaLimits = {
  maxDepth: 32,
  maxNodes: 1_000,
  maxSetSize: 1_000,
  maxPositions: 20_000,
  maxViolations: 50,
};

/**
 * What parsing must ask the outside about. Shapes are loaded before (see `referencedShapes`), so that parsing stays
 * pure.
 */
export interface Places {
  /** Whether a division of this id exists. Default: every one does. */
  readonly knowsDivision?: (id: number) => boolean;
  /**
   * The geometry of a stored shape by its id in lower case; undefined where the caller has none of that id. It becomes
   * a part of the criteria and is frozen with them. Default: there are no shapes.
   */
  readonly shape?: (id: string) => AreaGeometry | undefined;
  /**
   * How many positions a stored shape has, where that is known without its geometry: shapes of more positions than
   * `maxPositions` need not be loaded to be refused. Default: counted of `shape`.
   */
  readonly positionsOfShape?: (id: string) => number | undefined;
  /**
   * The id of a source by its domain or its id, both in lower case; undefined where there is none. Default: every id is
   * known, no domain is.
   */
  readonly source?: (name: string) => string | undefined;
}

/** Entries of words that one tree may hold, duplicates counted. */
export const MOST_WORD_ENTRIES = 50;

/** What a tree has taken so far of what is counted over all of it. */
export interface TreeBudget {
  /** Positions that the tree may still name; below 0 once a reference was refused for it. */
  positions: number;
  /** The path of a reference whose geometry was not given. */
  unloaded: string | undefined;
  /** Entries of words that the tree may still hold; below 0 once one was refused for it. */
  wordEntries: number;
}

/** What every reader of the caller's tree is given. */
export interface ParsingContext {
  readonly limits: CriteriaLimits;
  readonly places: Places;
  readonly violations: ViolationList;
  readonly budget: TreeBudget;
}
