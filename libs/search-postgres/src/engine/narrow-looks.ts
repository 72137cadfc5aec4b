import type { Total } from '@gable/search';
import { BroadSearches } from './broad-searches.js';
import { atLeast, type Found } from './found.js';
import { mostOfNarrowLook, narrowHits, type NarrowRow, narrowStatement } from './narrow-look.js';
import type { StatementRunner } from './statement-runner.js';
import { countFewStatement, isAny, type Cut, type FewCounted } from './statements.js';

/** Narrow looks, which answer where few listings match; which searches met too many is remembered. */
export class NarrowLooks {
  private readonly broad = new BroadSearches();

  /** `most`: listings that a look takes (`NARROW_LOOK`); 0 leaves everything to the other ways. */
  constructor(
    private readonly runner: StatementRunner,
    readonly most: number,
  ) {}

  /** null where more match than a narrow look takes, or everything does. */
  async find(cut: Cut): Promise<Found | null> {
    if (!this.mayLook(cut)) return null;
    const most = mostOfNarrowLook(this.most, cut);
    const statement = narrowStatement(cut, most);
    const row = this.runner.isOfOneCity(cut.criteria)
      ? await this.runner.runFrequent<NarrowRow>(statement)
      : (await this.runner.run<NarrowRow>(statement))[0]!;
    if (row.listings < most) return { ...narrowHits(row, cut.sort), total: row.properties, complete: true };
    this.broad.add(cut.found);
    return null;
  }

  /** null where more match than a narrow look takes, or everything does. */
  async count(what: Pick<Cut, 'criteria' | 'found'>): Promise<Total | null> {
    if (!this.mayLook(what)) return null;
    const most = mostOfNarrowLook(this.most, what);
    const few = await this.countFew(what, most);
    if (few === null) return atLeast(0);
    if (few.listings < most) return { total: few.total, totalIsExact: true };
    this.broad.add(what.found);
    return null;
  }

  /** null where the budget is too small. In one city no look takes long. */
  private async countFew(what: Pick<Cut, 'criteria' | 'found'>, most: number): Promise<FewCounted | null> {
    const statement = countFewStatement(what, most);
    if (!this.runner.isOfOneCity(what.criteria)) return this.runner.readWithin<FewCounted>(statement);
    return this.runner.runFrequent<FewCounted>(statement);
  }

  private mayLook({ criteria, found }: Pick<Cut, 'criteria' | 'found'>): boolean {
    return this.most > 0 && !isAny(criteria) && !this.broad.has(found);
  }
}
