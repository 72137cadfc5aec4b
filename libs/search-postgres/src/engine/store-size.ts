import type { StatementRunner } from './statement-runner.js';

/** About how many properties there are; the planner's own figure, read once a minute. */
export class StoreSize {
  private known: { readonly properties: number; readonly readAt: number } | null = null;

  constructor(private readonly runner: StatementRunner) {}

  async properties(): Promise<number> {
    if (this.known === null || Date.now() - this.known.readAt > 60_000) {
      const [row] = await this.runner.rows<{ properties: number }>(
        `select greatest(reltuples, 1000)::float8 as properties from pg_class
         where oid = 'property_by_created_at'::regclass`,
        [],
      );
      this.known = { properties: row!.properties, readAt: Date.now() };
    }
    return this.known.properties;
  }
}
