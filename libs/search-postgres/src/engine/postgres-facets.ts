import type { Criteria } from '@gable/domain/criteria';
import type { FacetAnswers, FacetCounts, FacetQuestions, ShareEnds, ShareQuestions } from '@gable/search';
import {
  closedFields,
  entriesOf,
  facetsStatement,
  sharesStatement,
  WORDS,
  type FacetsRow,
  type SharesRow,
} from './facet-statements.js';
import type { StatementRunner } from './statement-runner.js';

/** `FacetCounts` on PostgreSQL. */
export class PostgresFacets implements FacetCounts {
  constructor(private readonly runner: StatementRunner) {}

  async count(criteria: Criteria, questions: FacetQuestions, budgetMs: number): Promise<FacetAnswers | null> {
    const found = await this.runner.compile(criteria, { readsTexts: false });
    const row = await this.runner.readWithin<FacetsRow>(facetsStatement(found, questions), budgetMs);
    return row && answersOf(questions, row);
  }

  async shareEnds(criteria: Criteria, questions: ShareQuestions, budgetMs: number): Promise<ShareEnds | null> {
    const found = await this.runner.compile(criteria, { readsTexts: false });
    const row = await this.runner.readWithin<SharesRow>(sharesStatement(found, questions), budgetMs);
    return row && Object.fromEntries(entriesOf(row).map(([field, ends]) => [field, ends ?? []]));
  }
}

function answersOf({ values = {}, bands = {}, features = [] }: FacetQuestions, row: FacetsRow): FacetAnswers {
  const tests = [...row.tests];
  const bandCounts = entriesOf(bands).map(([field, asked]) => [field, tests.splice(0, asked.length)]);
  const featureCounts = tests.splice(0, features.length);
  const closed = closedFields(values).map(([field, limit]) => {
    const counts = tests.splice(0, WORDS[field].length);
    return [
      field,
      mostFrequent(WORDS[field].map((value, place) => ({ value, count: counts[place]! }))).slice(0, limit),
    ];
  });
  const open = entriesOf(row.values).map(([field, counts]) => [
    field,
    (counts ?? []).map(([value, count]) => ({ value, count })),
  ]);
  return {
    values: Object.fromEntries([...closed, ...open]) as FacetAnswers['values'],
    bands: Object.fromEntries(bandCounts) as FacetAnswers['bands'],
    features: featureCounts,
  };
}

/** Words that occur, the most frequent first, equals in the order of their letters as OpenSearch has them. */
function mostFrequent(counts: readonly { value: string; count: number }[]) {
  return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
