import type { Queryable } from '../database.js';

/** What kind of work a route does, for those who read their usage. */
export const ROUTE_TYPES = ['search', 'analytics', 'alerts', 'other'] as const;
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

export const USAGE_GRANULARITIES = ['year', 'month', 'day'] as const;
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
   * Adds counts, as the batch of that number (1, 2, …) of a process. Whoever does not know whether a batch arrived sends it again, the same under the same
   * number: it is written once, and not at all once a later one was.
   */
  async add(writerId: string, batch: number, counts: readonly UsageCount[]): Promise<void> {
    await this.database.query(ADD, [
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
    return this.database.query<PeriodUsage>(READ, [apiKeyUuids, from, to, PERIOD_FORMATS[granularity]]);
  }

  /** Adds up to `limit` moments of hours that ended two hours ago or earlier to their hours; answers how many there were. */
  async fold(now: Date, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(FOLD, [now, limit]);
    return row!.count;
  }
}

const PERIOD_FORMATS: Readonly<Record<UsageGranularity, string>> = {
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  year: 'YYYY',
};

// One statement, so one transaction: the number and the counts. In order, so that two processes never wait for each other in a circle.
const ADD = `
  with turn as (
    insert into usage_writer (id, batches, written_at) values ($1, $2, now())
    on conflict (id) do update set batches = excluded.batches, written_at = excluded.written_at where usage_writer.batches < excluded.batches
    returning 1
  )
  insert into usage_count (api_key_id, at, route, route_type, calls, results)
  select * from unnest($3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[], $8::bigint[]) as given (api_key_id, at, route, route_type, calls, results)
  where exists (select from turn) order by api_key_id, at, route
  on conflict (api_key_id, at, route) do update set calls = usage_count.calls + excluded.calls, results = usage_count.results + excluded.results`;

const READ = `
  select api_key_id as "apiKeyUuid", to_char(at at time zone 'UTC', $4) as period, route, route_type as "routeType", sum(calls)::bigint as calls, sum(results)::bigint as results
  from usage_count where api_key_id = any($1::uuid[]) and at >= $2 and at < $3
  group by 1, 2, 3, 4 order by 2, 3, 1`;

const HOUR = `date_bin('1 hour', at, '2000-01-01T00:00:00Z')`;

const FOLD = `
  with fine as (
    select api_key_id, at, route from usage_count
    where at <> ${HOUR} and at < date_bin('1 hour', $1::timestamptz, '2000-01-01T00:00:00Z') - interval '2 hours'
    order by at limit $2 for update skip locked
  ), gone as (
    delete from usage_count using fine where usage_count.api_key_id = fine.api_key_id and usage_count.at = fine.at and usage_count.route = fine.route
    returning usage_count.*
  ), folded as (
    insert into usage_count (api_key_id, at, route, route_type, calls, results)
    select api_key_id, ${HOUR}, route, min(route_type), sum(calls), sum(results) from gone group by api_key_id, ${HOUR}, route order by 1, 2, 3
    on conflict (api_key_id, at, route) do update set calls = usage_count.calls + excluded.calls, results = usage_count.results + excluded.results
  )
  select count(*) from gone`;
