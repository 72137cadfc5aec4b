import type { Criteria } from '@gable/domain';
import type { SqlOptions } from './compile-to-sql.js';

/** Knows which division ids are cities'. A division's type never changes, so what is a city once is remembered. */
export class CityIds {
  private readonly known = new Set<number>();

  constructor(private readonly query: <Row extends object>(text: string, parameters: readonly unknown[]) => Promise<Row[]>) {}

  /** What the compiler is to know for these criteria. Asks the store only about ids not yet known. */
  async optionsFor(criteria: Criteria): Promise<SqlOptions> {
    const unknown = includedDivisions(criteria).filter((id) => !this.known.has(id));
    if (unknown.length > 0) {
      const rows = await this.query<{ id: number }>(`select d.id from division d where d.id = any($1::bigint[]) and d.type = 'CITY'`, [unknown]);
      for (const { id } of rows) this.known.add(id);
    }
    return { isCity: (id) => this.known.has(id) };
  }
}

function includedDivisions({ conditions, children }: Criteria): number[] {
  const own = conditions.flatMap((condition) => (condition.kind === 'division' ? (condition.included ?? []) : []));
  return [...own, ...children.flatMap(includedDivisions)];
}
