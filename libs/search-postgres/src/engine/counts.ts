import { DEFAULT_SORT, type Total } from '@gable/search';
import type { CompiledSql } from './compile-to-sql.js';
import { firstLook } from './costs.js';
import { atLeast } from './found.js';
import type { StatementRunner } from './statement-runner.js';
import { countStatement, type Cut } from './statements.js';

type Counted = Pick<Cut, 'criteria' | 'found'>;

/** Counts in the time that a count may take. */
export class Counts {
  constructor(private readonly runner: StatementRunner) {}

  /** null where the budget is too small. */
  async all(what: Counted): Promise<Total | null> {
    const total = await this.within(countStatement(what));
    return total === null ? null : { total, totalIsExact: true };
  }

  /** Of more than can be counted in time, those of the first so many listings. */
  async some(what: Counted): Promise<Total> {
    return atLeast((await this.within(countStatement(what, firstLook(DEFAULT_SORT)))) ?? 0);
  }

  private async within(statement: CompiledSql): Promise<number | null> {
    return (await this.runner.readWithin<{ total: number }>(statement))?.total ?? null;
  }
}
