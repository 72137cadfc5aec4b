import { Inject, Injectable } from '@nestjs/common';
import type { Criteria } from '@gable/domain/criteria';
import { DivisionStore } from '@gable/persistence/geography';
import { CONFIG, PROPERTY_SEARCH } from '@gable/platform';
import type { Config } from '@gable/runtime';
import {
  FEATURE_FACETS,
  type BandField,
  type FacetAnswers,
  type FacetQuestions,
  type PropertySearch,
  type ShareEnds,
  type ValueCount,
} from '@gable/search';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import { chooseBands, CHOSEN_BANDS } from './choose-bands.js';
import { facetGroups, type FacetGroup } from './facet-groups.js';
import type { FacetsRequest } from './facets-request.js';
import type { FacetCountsResponse, FacetsResponse } from './facets-response.js';
import { FacetsReader, type FacetsQuestion } from './read-facets.js';

/** More values of a closed list, or of rooms, than anybody states. */
const ALL_VALUES = 1_000;
/** Ids of cities that are looked through for those that there are. */
const MOST_IDS = 5_000;
const BAND_FIELDS: readonly BandField[] = ['price', 'area'];

/** What is left of the budget of a request, in milliseconds. */
type TimeLeft = () => number;

/**
 * Counts what a search finds by facets: one question for all that are counted among the same listings, one after the
 * other, since a request is one task of its account. What the budget does not reach is null.
 */
@Injectable()
export class PropertyFacetsService {
  constructor(
    private readonly reader: FacetsReader,
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly divisions: DivisionStore,
    private readonly derivation: DerivationWarnings,
    @Inject(CONFIG) private readonly config: Pick<Config, 'searchFacetsBudgetMs'>,
  ) {}

  async count(accountId: string, body: FacetsRequest): Promise<{ answer: FacetsResponse; warnings: Warning[] }> {
    const question = await this.reader.read(body, accountId);
    return { answer: { facets: await this.counts(question) }, warnings: await this.derivation.of(question.criteria) };
  }

  private async counts(question: FacetsQuestion): Promise<FacetCountsResponse> {
    const until = performance.now() + this.config.searchFacetsBudgetMs;
    const timeLeft = () => until - performance.now();
    const parts: FacetCountsResponse[] = [];
    for (const group of facetGroups(question.criteria, question.facets))
      parts.push(await this.countGroup(group, question, timeLeft));
    const features = parts.flatMap((part) => (part.features === undefined ? [] : [part.features]));
    const whole: FacetCountsResponse = Object.assign({}, ...parts) as FacetCountsResponse;
    return features.length === 0 ? whole : { ...whole, features: joined(features) };
  }

  private async countGroup(
    group: FacetGroup,
    question: FacetsQuestion,
    timeLeft: TimeLeft,
  ): Promise<FacetCountsResponse> {
    const bands = await this.bandsOf(group, question, timeLeft);
    const questions = questionsOf(group, question, bands);
    const answers = timeLeft() > 0 ? await this.engine.facets.count(group.criteria, questions, timeLeft()) : null;
    const missing = [...group.facets, ...(group.features.length > 0 ? ['features'] : [])];
    if (answers === null) return Object.fromEntries(missing.map((facet) => [facet, null]));
    return {
      ...Object.fromEntries(BAND_FIELDS.filter((field) => group.facets.has(field)).map((field) => [field, null])),
      ...answers.values,
      ...(answers.values.rooms && {
        rooms: [...answers.values.rooms].sort((a, b) => Number(a.value) - Number(b.value)),
      }),
      ...(answers.values.city && { city: await this.cities(answers.values.city, group.criteria, question, timeLeft) }),
      ...counted(bands, answers),
      ...(group.features.length > 0 && {
        features: group.features.map((value, place) => ({ value, count: answers.features[place]! })),
      }),
    } as FacetCountsResponse;
  }

  /** The bands that were asked for, or are chosen; of a field whose values took too long, none. */
  private async bandsOf({ criteria, facets }: FacetGroup, { bands }: FacetsQuestion, timeLeft: TimeLeft) {
    const fields = BAND_FIELDS.filter((field) => facets.has(field));
    const open = fields.filter((field) => bands[field] === null);
    const shares = Object.fromEntries(open.map((field) => [field, CHOSEN_BANDS]));
    const ends: ShareEnds | null =
      open.length > 0 && timeLeft() > 0 ? await this.engine.facets.shareEnds(criteria, shares, timeLeft()) : null;
    return Object.fromEntries(
      fields.flatMap((field) => {
        const found = ends?.[field];
        const chosen = bands[field] ?? (found && chooseBands(found));
        return chosen === undefined ? [] : [[field, chosen]];
      }),
    ) as NonNullable<FacetQuestions['bands']>;
  }

  /**
   * The most frequent cities there are. A feed may state ids that no division has, and a search refuses those; where
   * they took the places of cities, more are asked for. null where the budget ends before.
   */
  private async cities(
    found: readonly ValueCount[],
    criteria: Criteria,
    { citySize }: FacetsQuestion,
    timeLeft: TimeLeft,
  ): Promise<FacetCountsResponse['city']> {
    for (let [counts, limit] = [found, citySize]; ;) {
      const known = await this.known(counts);
      if (known.length >= citySize || counts.length < limit || limit >= MOST_IDS) return known.slice(0, citySize);
      limit = Math.min(limit * 10, MOST_IDS);
      const left = timeLeft();
      const answers = left > 0 ? await this.engine.facets.count(criteria, { values: { city: limit } }, left) : null;
      if (answers === null) return null;
      counts = answers.values.city!;
    }
  }

  private async known(counts: readonly ValueCount[]) {
    const names = await this.divisions.names(counts.map(({ value }) => Number(value)));
    return counts.flatMap(({ value, count }) => {
      const id = Number(value);
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, count }];
    });
  }
}

function questionsOf(
  { facets, features }: FacetGroup,
  { citySize }: FacetsQuestion,
  bands: NonNullable<FacetQuestions['bands']>,
): FacetQuestions {
  const limits = { transactionType: ALL_VALUES, propertyType: ALL_VALUES, rooms: ALL_VALUES, city: citySize } as const;
  const asked = Object.entries(limits).filter(([field]) => facets.has(field as keyof typeof limits));
  return { values: Object.fromEntries(asked), bands, features };
}

function counted(bands: NonNullable<FacetQuestions['bands']>, answers: FacetAnswers) {
  const entries = Object.entries(bands) as [BandField, NonNullable<(typeof bands)[BandField]>][];
  return Object.fromEntries(
    entries.map(([field, asked]) => [
      field,
      asked.map(({ min, max }, place) => ({ min, max, count: answers.bands[field]![place]! })),
    ]),
  );
}

type FeatureCounts = NonNullable<FacetCountsResponse['features']>;

/** Features of all groups together, the most frequent first; null where one group took too long. */
function joined(parts: readonly (FeatureCounts | null)[]): FeatureCounts | null {
  const rank = ({ value }: FeatureCounts[number]) => FEATURE_FACETS.indexOf(value);
  if (parts.some((part) => part === null)) return null;
  return parts
    .flatMap((part) => part ?? [])
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || rank(a) - rank(b));
}
