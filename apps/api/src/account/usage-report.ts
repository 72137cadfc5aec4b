import { groupBy } from '@gable/domain';
import { apiKeyStatus, type ApiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import type { PeriodUsage, RouteType, UsageGranularity } from '@gable/persistence/usage';
import type { UsageRange } from './usage-query.js';

interface Counts {
  readonly calls: number;
  readonly results: number;
}

/** The answer of GET /account/api-usage. */
export interface UsageReport {
  readonly period: { readonly start: string; readonly end: string; readonly granularity: UsageGranularity };
  readonly totals: Counts;
  readonly timeSeries: readonly (Counts & { readonly period: string })[];
  readonly byApiKey: readonly (Counts & {
    readonly apiKeyUuid: string;
    readonly apiKeyName: string;
    readonly status: ApiKeyStatus;
  })[];
  readonly byRoute: readonly (Counts & { readonly route: string; readonly routeType: RouteType })[];
}

/** Sums usage up in every way the answer shows it: every period and every key, also those without calls; routes that were called. */
export function usageReport(
  usage: readonly PeriodUsage[],
  keys: readonly StoredApiKey[],
  { from, to, periods }: UsageRange,
  granularity: UsageGranularity,
  now: Date,
): UsageReport {
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

function sum(usage: readonly Counts[] = []): Counts {
  return {
    calls: usage.reduce((total, { calls }) => total + calls, 0),
    results: usage.reduce((total, { results }) => total + results, 0),
  };
}
