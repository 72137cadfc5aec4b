import { groupBy } from '@gable/domain';
import { API_KEY_STATUSES, apiKeyStatus, type ApiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import {
  ROUTE_TYPES,
  USAGE_GRANULARITIES,
  type PeriodUsage,
  type RouteType,
  type UsageGranularity,
} from '@gable/persistence/usage';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { UsageRange } from './usage-query.js';

class UsageCounts {
  @ApiProperty({ type: 'integer', minimum: 0 }) calls: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Items or groups returned; 1 for a single read, 0 for a count.',
  })
  results: number;
}

class ReportedPeriod {
  @ApiProperty({ format: 'date-time', description: 'Inclusive.' }) start: string;
  @ApiProperty({ format: 'date-time', description: 'Exclusive.' }) end: string;
  @ApiProperty({ enum: USAGE_GRANULARITIES }) granularity: UsageGranularity;
}

class UsageOfPeriod extends UsageCounts {
  @ApiProperty({ pattern: '^\\d{4}(-\\d{2}){0,2}$' }) period: string;
}

class UsageOfApiKey extends UsageCounts {
  @ApiProperty({ format: 'uuid' }) apiKeyUuid: string;
  @ApiProperty() apiKeyName: string;
  @ApiProperty({ enum: API_KEY_STATUSES }) status: ApiKeyStatus;
}

class UsageOfRoute extends UsageCounts {
  @ApiProperty({ examples: ['POST /properties'] }) route: string;
  @ApiProperty({ enum: ROUTE_TYPES }) routeType: RouteType;
}

@ApiSchema({ name: 'ApiUsage' })
export class UsageResponse {
  @ApiProperty() period: ReportedPeriod;
  @ApiProperty() totals: UsageCounts;

  @ApiProperty({
    type: [UsageOfPeriod],
    description: 'Every UTC day, month or year that the range touches, including those without calls, oldest first.',
  })
  timeSeries: UsageOfPeriod[];

  @ApiProperty({
    type: [UsageOfApiKey],
    description: 'Every key of the account, or only the requested one, including keys without calls.',
  })
  byApiKey: UsageOfApiKey[];

  @ApiProperty({ type: [UsageOfRoute], description: 'Only routes that were called.' }) byRoute: UsageOfRoute[];
}

/** Sums usage up by period and by key, also where there were no calls, and by route that was called. */
export function usageResponse(
  usage: readonly PeriodUsage[],
  keys: readonly StoredApiKey[],
  { from, to, periods }: UsageRange,
  granularity: UsageGranularity,
  now: Date,
): UsageResponse {
  const ofPeriod = groupBy(usage, ({ period }) => period);
  const ofKey = groupBy(usage, ({ apiKeyUuid }) => apiKeyUuid);
  const ofRoute = groupBy(usage, ({ route }) => route);
  return {
    period: { start: from.toISOString(), end: to.toISOString(), granularity },
    totals: sum(usage),
    timeSeries: periods.map((period) => ({ period, ...sum(ofPeriod.get(period)) })),
    byApiKey: keys.map((key) => ({
      apiKeyUuid: key.apiKeyUuid,
      apiKeyName: key.name,
      status: apiKeyStatus(key, now),
      ...sum(ofKey.get(key.apiKeyUuid)),
    })),
    byRoute: [...ofRoute]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([route, of]) => ({ route, routeType: of[0]!.routeType, ...sum(of) })),
  };
}

function sum(usage: readonly UsageCounts[] = []): UsageCounts {
  return {
    calls: usage.reduce((total, { calls }) => total + calls, 0),
    results: usage.reduce((total, { results }) => total + results, 0),
  };
}
