import type { Queryable } from '../database/database.js';
import { ADD_USAGE, FOLD_USAGE, READ_USAGE } from './statements/usage.js';

/** What kind of work a billed route does, for those who read their usage. */
export const ROUTE_TYPES = ['search', 'analytics'] as const;
/** search or analytics. */
export type RouteType = (typeof ROUTE_TYPES)[number];

/** Calls of one key on one route in one moment. */
export interface UsageCount {
  readonly apiKeyUuid: string;
  /** Method and pattern, such as `GET /properties/{uuid}`. */
  readonly route: string;
  readonly routeType: RouteType;
  /** When the moment begins. */
  readonly at: Date;
  readonly calls: number;
  readonly results: number;
}

/** How long the periods are that usage is counted by, in UTC. */
export const USAGE_GRANULARITIES = ['year', 'month', 'day'] as const;
/** One of USAGE_GRANULARITIES. */
export type UsageGranularity = (typeof USAGE_GRANULARITIES)[number];

/** What was used of one key on one route in one period. */
export interface PeriodUsage {
  readonly apiKeyUuid: string;
  /** In UTC: `2026-11-21`, `2026-11` or `2026`. */
  readonly period: string;
  readonly route: string;
  readonly routeType: RouteType;
  readonly calls: number;
  readonly results: number;
}

/** Which usage is asked for, and in what periods. */
export interface UsageQuestion {
  /** Keys of one account: the caller has looked them up. */
  readonly apiKeyUuids: readonly string[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly granularity: UsageGranularity;
}

/** Usage of API keys. Counts of many processes meet in the same rows. */
export class UsageStore {
  constructor(private readonly database: Queryable) {}

  /**
   * Adds counts, as the batch of that number (1, 2, …) of a process. Whoever does not know whether a batch arrived
   * sends it again, the same under the same number: it is written once, and not at all once a later one was.
   */
  async add(writerId: string, batch: number, counts: readonly UsageCount[]): Promise<void> {
    await this.database.query(ADD_USAGE, [
      writerId,
      batch,
      counts.map(({ apiKeyUuid }) => apiKeyUuid),
      counts.map(({ at }) => at),
      counts.map(({ route }) => route),
      counts.map(({ routeType }) => routeType),
      counts.map(({ calls }) => calls),
      counts.map(({ results }) => results),
    ]);
  }

  /** By period, key and route; nothing for periods without calls. A folded hour belongs to where it begins. */
  async read({ apiKeyUuids, from, to, granularity }: UsageQuestion): Promise<PeriodUsage[]> {
    return this.database.query<PeriodUsage>(READ_USAGE, [apiKeyUuids, from, to, PERIOD_FORMATS[granularity]]);
  }

  /**
   * Adds up to `limit` moments of hours that ended two hours ago or earlier to their hours; answers how many there
   * were.
   */
  async fold(now: Date, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(FOLD_USAGE, [now, limit]);
    return row!.count;
  }
}

const PERIOD_FORMATS: Readonly<Record<UsageGranularity, string>> = {
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  year: 'YYYY',
};
