import type { Criteria } from '@gable/domain/criteria';
import { prepared } from '@gable/persistence';
import type { SqlOptions } from './compile-to-sql.js';
import { LEVEL_COLUMNS, type DivisionLevel } from './level-columns.js';

const SELECT_LEVELS = prepared(
  'select d.id, d.type from division d where d.id = any($1::bigint[]) and d.type = any($2::text[])',
);

/** Knows the level of division ids. A division's type never changes, so what was read once is remembered. */
export class DivisionLevels {
  private readonly known = new Map<number, DivisionLevel>();

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
    if (unknown.length > 0) {
      const rows = await this.query<{ id: number; type: DivisionLevel }>(SELECT_LEVELS, [
        unknown,
        Object.keys(LEVEL_COLUMNS),
      ]);
      for (const { id, type } of rows) this.known.set(id, type);
    }
    return { levelOf: (id) => this.of(id) };
  }
}

function includedDivisions({ conditions, children }: Criteria): number[] {
  const own = conditions.flatMap((condition) => (condition.kind === 'division' ? (condition.included ?? []) : []));
  return [...own, ...children.flatMap(includedDivisions)];
}
