import type { Criteria } from '@gable/domain/criteria';
import { prepared } from '@gable/persistence';
import type { SqlOptions } from './compile-to-sql.js';
import { LEVEL_COLUMNS, type DivisionLevel } from './level-columns.js';

const SELECT_LEVELS = prepared(
  'select d.id, d.type from division d where d.id = any($1::bigint[]) and d.type = any($2::text[])',
);

/**
 * Knows the level of division ids. A division's type never changes, so what was read once is remembered. What is asked
 * while others are read is read in one statement after them.
 */
export class DivisionLevels {
  private readonly known = new Map<number, DivisionLevel>();
  private next: { readonly ids: Set<number>; readonly read: Promise<void> } | null = null;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly query: <Row extends object>(text: string, parameters: readonly unknown[]) => Promise<Row[]>,
  ) {}

  /** The level of a division that was asked about; undefined where it has no column. */
  of(id: number): DivisionLevel | undefined {
    return this.known.get(id);
  }

  /** What the compiler is to know for these criteria. Asks the store only about ids not yet known. */
  async optionsFor(criteria: Criteria): Promise<Required<Pick<SqlOptions, 'levelOf'>>> {
    const unknown = includedDivisions(criteria).filter((id) => !this.known.has(id));
    if (unknown.length > 0) await this.read(unknown);
    return { levelOf: (id) => this.of(id) };
  }

  private read(ids: readonly number[]): Promise<void> {
    const portion = (this.next ??= this.nextPortion());
    for (const id of ids) portion.ids.add(id);
    return portion.read;
  }

  private nextPortion(): { readonly ids: Set<number>; readonly read: Promise<void> } {
    const ids = new Set<number>();
    const read = this.underWay.then(async () => {
      this.next = null;
      const parameters = [[...ids], Object.keys(LEVEL_COLUMNS)];
      const rows = await this.query<{ id: number; type: DivisionLevel }>(SELECT_LEVELS, parameters);
      for (const { id, type } of rows) this.known.set(id, type);
    });
    this.underWay = read.catch(() => {}); // whoever asked is told
    return { ids, read };
  }
}

function includedDivisions({ conditions, children }: Criteria): number[] {
  const own = conditions.flatMap((condition) => (condition.kind === 'division' ? (condition.included ?? []) : []));
  return [...own, ...children.flatMap(includedDivisions)];
}
