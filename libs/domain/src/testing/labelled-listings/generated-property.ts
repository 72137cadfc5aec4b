import type { Listing } from '../../listing/listing.js';
import type { Point } from '../../geo/geometry.js';

/** A town of the generated set. */
export interface GeneratedTown {
  readonly id: number;
  readonly name: string;
  readonly centre: Point;
}

/** A generated property as it is, whatever listings say of it. */
export interface GeneratedProperty {
  readonly key: string;
  readonly town: GeneratedTown;
  readonly point: Point;
  /** Everything true of it, the area to the decimal. */
  readonly facts: Listing;
  /** A flat of a new building of which several look alike: its number there, its plan and what all of them share. */
  readonly lot?: { readonly programme: string; readonly number: string; readonly plan: string };
}
