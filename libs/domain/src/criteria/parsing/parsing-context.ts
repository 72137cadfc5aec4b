import type { AreaGeometry } from '../../geo/geometry.js';
import type { CriteriaLimits } from '../limits.js';
import type { Problems } from './problems.js';

/** What parsing must ask the outside about. Shapes are loaded before (see `referencedShapeIds`), so that parsing stays pure. */
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
  readonly problems: Problems;
}
