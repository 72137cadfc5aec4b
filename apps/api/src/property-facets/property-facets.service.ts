import { Inject, Injectable } from '@nestjs/common';
import type { PropertyType, TransactionType } from '@gable/domain';
import { withoutConditions, type Condition, type Criteria } from '@gable/domain/criteria';
import { DivisionStore } from '@gable/persistence/geography';
import { PROPERTY_SEARCH } from '@gable/platform';
import {
  FEATURE_FACETS,
  isOwnCondition,
  type BandCount,
  type BandField,
  type FacetCounts,
  type PropertySearch,
  type ValueCount,
} from '@gable/search';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import { chooseBands, CHOSEN_BANDS } from './choose-bands.js';
import type { FacetsRequest } from './facets-request.js';
import type { FacetCountsResponse, FacetsResponse } from './facets-response.js';
import { FacetsReader, type FacetsQuestion } from './read-facets.js';

/** More values of a closed list, or of rooms, than anybody states. */
const ALL_VALUES = 1_000;

/** Counts what a search finds by facets, one question after the other: a request is one task of its account. */
@Injectable()
export class PropertyFacetsService {
  constructor(
    private readonly reader: FacetsReader,
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly divisions: DivisionStore,
    private readonly derivation: DerivationWarnings,
  ) {}

  async count(accountId: string, body: FacetsRequest): Promise<{ answer: FacetsResponse; warnings: Warning[] }> {
    const question = await this.reader.read(body, accountId);
    return { answer: { facets: await this.counts(question) }, warnings: await this.derivation.of(question.criteria) };
  }

  private async counts(question: FacetsQuestion): Promise<FacetCountsResponse> {
    const { criteria, facets } = question;
    const counts: FacetCountsResponse = {};
    if (facets.has('transactionType'))
      counts.transactionType = (await this.values(criteria, 'transactionType')) as {
        value: TransactionType;
        count: number;
      }[];
    if (facets.has('propertyType'))
      counts.propertyType = (await this.values(criteria, 'propertyType')) as { value: PropertyType; count: number }[];
    if (facets.has('rooms')) {
      const rooms = (await this.values(criteria, 'rooms')) as ValueCount<number>[];
      counts.rooms = [...rooms].sort((a, b) => a.value - b.value);
    }
    if (facets.has('price')) counts.price = await this.bands(question, 'price');
    if (facets.has('area')) counts.area = await this.bands(question, 'area');
    if (facets.has('city')) counts.city = await this.cities(question);
    if (facets.has('features')) counts.features = await this.features(criteria);
    return counts;
  }

  private values(criteria: Criteria, facet: 'transactionType' | 'propertyType' | 'rooms'): Promise<ValueCount[]> {
    return this.asked.countValues(without(criteria, facet), facet, ALL_VALUES);
  }

  private async bands({ criteria, bands }: FacetsQuestion, field: BandField): Promise<BandCount[]> {
    const rest = without(criteria, field);
    const asked = bands[field] ?? chooseBands(await this.asked.quantiles(rest, field, CHOSEN_BANDS));
    const counts = await this.asked.countBands(rest, field, asked);
    return asked.map(({ min, max }, place) => ({ min, max, count: counts[place]! }));
  }

  private async cities({ criteria, citySize }: FacetsQuestion) {
    const counts = await this.asked.countValues(without(criteria, 'city'), 'city', citySize);
    const ids = counts.map(({ value }) => value as number);
    const names = await this.divisions.names(ids);
    return counts.map(({ count }, place) => ({ id: ids[place]!, name: names.get(ids[place]!) ?? null, count }));
  }

  /** Features that no condition asks for are counted together; each of the others without its own condition. */
  private async features(criteria: Criteria) {
    const isOf = (feature: string) => (condition: Condition) =>
      condition.kind === 'flag' && condition.field === feature;
    const asked = FEATURE_FACETS.filter((feature) => asksFor(criteria, isOf(feature)));
    const others = FEATURE_FACETS.filter((feature) => !asked.includes(feature));
    const counts = await this.asked.countFeatures(criteria, others);
    const found = others.map((value, place) => ({ value, count: counts[place]! }));
    for (const value of asked) {
      const [count] = await this.asked.countFeatures(withoutConditions(criteria, isOf(value)), [value]);
      found.push({ value, count: count! });
    }
    return found
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || FEATURE_FACETS.indexOf(a.value) - FEATURE_FACETS.indexOf(b.value));
  }

  private get asked(): FacetCounts {
    return this.engine.facets;
  }
}

function without(criteria: Criteria, facet: Parameters<typeof isOwnCondition>[0]): Criteria {
  return withoutConditions(criteria, (condition) => isOwnCondition(facet, condition));
}

/** Whether a condition stands anywhere in criteria. */
function asksFor({ conditions, children }: Criteria, isMeant: (condition: Condition) => boolean): boolean {
  return conditions.some(isMeant) || children.some((child) => asksFor(child, isMeant));
}
