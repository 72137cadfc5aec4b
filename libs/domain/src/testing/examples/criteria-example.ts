import type { Shape } from '../../criteria/criteria.js';
import type { Places } from '../../criteria/parsing/parsing-context.js';
import type { KnownListing } from '../../listing/past.js';

/** One promise of the product: these listings meet these criteria, those do not. Every evaluator must say so. */
export interface CriteriaExample {
  readonly says: string;
  /** What the caller sends. */
  readonly criteria: unknown;
  /** Default: advanced. */
  readonly mode?: 'advanced' | 'classic';
  /** Where the criteria name shapes. Default: every division is known, no shape is. */
  readonly places?: Places;
  readonly meets: readonly KnownListing[];
  readonly misses: readonly KnownListing[];
}

/** Places that know every division and these shapes. */
export function placesWith(shapes: readonly Shape[]): Places {
  return { knowsDivision: () => true, shape: (id) => shapes.find((shape) => shape.id === id)?.geometry };
}
