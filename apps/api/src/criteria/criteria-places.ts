import { Inject, Injectable } from '@nestjs/common';
import { referencedShapes, referencedSources, type CriteriaLimits, type Places } from '@gable/domain/criteria';
import { ShapeStore } from '@gable/persistence/geography';
import { SourceStore } from '@gable/persistence/listings';
import { KnownDivisions } from './known-divisions.js';

/** Injects the bounds of criteria that this process accepts. */
export const CRITERIA_LIMITS = Symbol('CriteriaLimits');

/**
 * Knows the places that a caller's criteria may name: divisions and sources, which are everybody's, and shapes of the
 * account.
 */
@Injectable()
export class CriteriaPlaces {
  constructor(
    private readonly divisions: KnownDivisions,
    private readonly shapes: ShapeStore,
    private readonly sources: SourceStore,
    @Inject(CRITERIA_LIMITS) readonly limits: CriteriaLimits,
  ) {}

  /**
   * Runs `read` with the places that the criteria name; once more where a division may have been loaded since. Shapes
   * that are beyond the limit, each as often as it is named, are known by their positions alone: parsing refuses them.
   */
  async consult<T>(accountId: string, criteria: unknown, read: (places: Places) => T): Promise<T> {
    const mentions = referencedShapes(criteria, this.limits);
    const shapes = await this.shapes.named(accountId, mentions, this.limits.maxPositions);
    const sources = await this.sources.named(referencedSources(criteria, this.limits));
    return this.divisions.consult((knowsDivision) =>
      read({
        knowsDivision,
        shape: (id) => shapes.get(id)?.geometry ?? undefined,
        positionsOfShape: (id) => shapes.get(id)?.positions,
        source: (name) => sources.get(name),
      }),
    );
  }
}
