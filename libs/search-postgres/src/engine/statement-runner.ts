import type { Criteria } from '@gable/domain/criteria';
import type { Database } from '@gable/persistence';
import { compileToSql, type CompiledSql } from './compile-to-sql.js';
import { DivisionLevels } from './division-levels.js';
import { asSearchError } from './failures.js';

/** Compiles criteria and runs statements; what passes comes out as `SearchUnavailable`. */
export class StatementRunner {
  private readonly levels: DivisionLevels;

  /** A count that takes longer than the budget is cut off. */
  constructor(
    private readonly database: Pick<Database, 'query' | 'queryWithin'>,
    private readonly countBudgetMs: number,
  ) {
    this.levels = new DivisionLevels((text, parameters) => this.rows(text, parameters));
  }

  async compile(criteria: Criteria): Promise<CompiledSql> {
    return compileToSql(criteria, await this.levels.optionsFor(criteria));
  }

  run<Row extends object>({ text, parameters }: CompiledSql): Promise<Row[]> {
    return this.rows<Row>(text, parameters);
  }

  async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw asSearchError(error);
    }
  }

  /** The first row; null where the budget, that for counts unless another is given, is too small. */
  async readWithin<Row extends object>(
    { text, parameters }: CompiledSql,
    budgetMs = this.countBudgetMs,
  ): Promise<Row | null> {
    try {
      const rows = await this.database.queryWithin<Row>(budgetMs, text, parameters);
      return rows?.[0] ?? null;
    } catch (error) {
      throw asSearchError(error);
    }
  }
}
