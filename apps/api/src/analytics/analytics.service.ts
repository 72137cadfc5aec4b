import { Injectable } from '@nestjs/common';
import {
  MAX_GROUPS,
  parseAnalyticsQuery,
  PostgresAnalytics,
  TooManyGroups,
  type AnalyticsQuery,
  type AnalyticsResult,
} from '@gable/search-postgres';
import { SearchUnavailable } from '@gable/search';
import { invalid, Problem } from '../http/problem.js';

/** A question and what came out: the names of groups and metrics stand in the question even where there is no group. */
export interface AnsweredQuestion {
  readonly query: AnalyticsQuery;
  readonly result: AnalyticsResult;
}

@Injectable()
export class AnalyticsService {
  constructor(private readonly analytics: PostgresAnalytics) {}

  async summarise(parameters: Readonly<Record<string, unknown>>): Promise<AnsweredQuestion> {
    const read = parseAnalyticsQuery(parameters);
    if (!read.ok) throw invalid(read.violations);
    const query = read.value;
    try {
      return { query, result: await this.analytics.summarise(query) };
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
    return new Problem(
      'unavailable',
      'The question took too long, or the database cannot be reached. Please narrow it, or try again shortly.',
      {
        headers: { 'retry-after': String(error.retryAfterSeconds) },
        cause: error,
      },
    );
  }
  return error;
}
