import { Injectable } from '@nestjs/common';
import type { Criteria, CriteriaLimits, Parsed, Places, Violation } from '@gable/domain/criteria';
import { FACETS, type Band, type BandField, type Facet } from '@gable/search';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { invalid } from '../http/problem.js';
import { readInto } from '../http/read-request.js';
import { readSearch } from '../properties/read-search.js';
import { FacetSettings, type FacetsRequest } from './facets-request.js';
import { readBands } from './read-bands.js';

/** Facets as the caller asked for them, everything checked. */
export interface FacetsQuestion {
  readonly criteria: Criteria;
  readonly facets: ReadonlySet<Facet>;
  /** null: to be chosen by the values there are. */
  readonly bands: { readonly [F in BandField]: readonly Band[] | null };
  readonly citySize: number;
}

/** Reads the body of facets. */
@Injectable()
export class FacetsReader {
  constructor(private readonly places: CriteriaPlaces) {}

  /** @throws Problem validation-failed with everything that is wrong */
  async read(body: FacetsRequest, accountId: string): Promise<FacetsQuestion> {
    const read = await this.places.consult(accountId, body.criteria, (places) =>
      readFacets(body, places, this.places.limits),
    );
    if (!read.ok) throw invalid(read.violations);
    return read.value;
  }
}

/** The pure part: a body, and what is known about places, to a question or violations. */
export function readFacets(body: FacetsRequest, places: Places, limits: CriteriaLimits): Parsed<FacetsQuestion> {
  const { facets, priceBands, areaBands, citySize, ...search } = body;
  const settings = readInto(FacetSettings, { facets, citySize });
  const price = readBands(priceBands, 'priceBands');
  const area = readBands(areaBands, 'areaBands');
  const question = readSearch(search, places, limits);
  const idle = settings.ok ? settingsOfOthers(settings.value.facets, { priceBands, areaBands, citySize }) : [];
  if (settings.ok && price.ok && area.ok && question.ok && idle.length === 0) {
    return {
      ok: true,
      value: {
        criteria: question.value.criteria,
        facets: new Set(settings.value.facets ?? FACETS),
        bands: { price: price.value, area: area.value },
        citySize: settings.value.citySize,
      },
    };
  }
  return {
    ok: false,
    violations: [...[settings, price, area, question].flatMap((part) => (part.ok ? [] : part.violations)), ...idle],
  };
}

/** The facet that each setting bears on. */
const FACET_OF = { priceBands: 'price', areaBands: 'area', citySize: 'city' } as const;

/** What is said of facets that are not counted would have no effect: a caller who wrote it expects one. */
function settingsOfOthers(
  facets: readonly Facet[] | undefined,
  given: { readonly [S in keyof typeof FACET_OF]: unknown },
): Violation[] {
  if (facets === undefined) return [];
  return Object.entries(FACET_OF)
    .filter(([setting, facet]) => (given[setting as keyof typeof FACET_OF] ?? null) !== null && !facets.includes(facet))
    .map(([propertyPath, facet]) => ({
      propertyPath,
      message: `only affects the facet ${facet}, which facets does not name: add it there, or leave this out`,
    }));
}
