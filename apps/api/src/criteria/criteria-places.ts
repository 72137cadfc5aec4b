import { referencedShapeIds, type CriteriaLimits, type Places } from '@gable/domain/criteria';
import type { ShapeStore } from '@gable/persistence/geography';
import type { KnownDivisions } from './known-divisions.js';

/** What reading a caller's criteria asks about places: divisions, which are everybody's, and shapes, which are the caller's own. */
export class CriteriaPlaces {
  constructor(
    private readonly divisions: KnownDivisions,
    private readonly shapes: Pick<ShapeStore, 'geometries'>,
    readonly limits: CriteriaLimits,
  ) {}

  /** Runs `read` with the places that these advanced criteria (any value at all) name; a second time where a division may have been loaded since. */
  async consult<T>(accountId: string, criteria: unknown, read: (places: Places) => T): Promise<T> {
    const geometries = await this.shapes.geometries(accountId, referencedShapeIds(criteria, this.limits));
    return this.divisions.consult((knowsDivision) => read({ knowsDivision, shape: (id) => geometries.get(id) }));
  }
}
