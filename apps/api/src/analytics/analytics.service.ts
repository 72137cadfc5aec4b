import { Injectable } from '@nestjs/common';
import type { Criteria } from '@gable/domain/criteria';
import {
  MAX_GROUPS,
  parseAnalyticsQuery,
  PostgresAnalytics,
  TooManyGroups,
  type AnalyticsQuery,
  type AnalyticsResult,
} from '@gable/search-postgres';
import { SearchUnavailable } from '@gable/search';
import type { Caller } from '../access/caller.js';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { readCriteriaBody } from '../criteria-body/read-criteria-body.js';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import { invalid, unavailable } from '../http/problem.js';
import type { Warning } from '../http/warnings.js';
import type { AnalyticsRequest } from './analytics-request.js';

type Parameters = Readonly<Record<string, unknown>>;

/** A question and what came out: the names of groups and metrics stand in the question even where there is no group. */
export interface AnsweredQuestion {
  readonly query: AnalyticsQuery;
  readonly result: AnalyticsResult;
}

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly analytics: PostgresAnalytics,
    private readonly places: CriteriaPlaces,
    private readonly derivation: DerivationWarnings,
  ) {}

  async summarise(parameters: Parameters): Promise<AnsweredQuestion> {
    const query = parseAnalyticsQuery(parameters);
    if (!query.ok) throw invalid(query.violations);
    return this.answer(query.value, null);
  }

  /** Counts only events whose listing met the criteria as it was then. */
  async summariseMeeting(
    caller: Caller,
    parameters: Parameters,
    body: AnalyticsRequest,
  ): Promise<{ answered: AnsweredQuestion; warnings: Warning[] }> {
    const query = parseAnalyticsQuery(parameters);
    const criteria = await readCriteriaBody(this.places, caller.accountId, body);
    if (!query.ok || !criteria.ok) throw invalid([query, criteria].flatMap((part) => (part.ok ? [] : part.violations)));
    return {
      answered: await this.answer(query.value, criteria.value),
      warnings: await this.derivation.ofEvents(criteria.value),
    };
  }

  private async answer(query: AnalyticsQuery, criteria: Criteria | null): Promise<AnsweredQuestion> {
    try {
      return { query, result: await this.analytics.summarise(query, criteria) };
    } catch (error) {
      throw problemOf(error, query);
    }
  }
}

function problemOf(error: unknown, { groupBy }: AnalyticsQuery): unknown {
  if (error instanceof TooManyGroups) {
    const message =
      `asks for more than ${MAX_GROUPS} groups; narrow the question: ` +
      'filter, group by fewer columns, or take a longer time_bucket';
    return invalid([{ propertyPath: groupBy.length > 0 ? 'group_by' : 'time_bucket', message }]);
  }
  if (error instanceof SearchUnavailable) {
    return unavailable(
      'The question took too long, or the database cannot be reached. Please narrow it, or try again shortly.',
      error.retryAfterSeconds,
      error,
    );
  }
  return error;
}
