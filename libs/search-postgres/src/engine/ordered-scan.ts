import type { SearchPosition } from '@gable/search';
import { Parameters } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import { momentOf, SORT_COLUMNS, stretchOrder } from './sort-orders.js';
import { condition, type Cut } from './statements.js';
import { stretchConditions, stretchesOf, type Stretch } from './stretches.js';

/**
 * A scan of the sort order that asks of each property whether one of its listings matches. Its cost follows the
 * share that matches, not the size of the whole. It is read in pieces, each of a bounded number of candidates, and goes
 * on where the last piece ended.
 */
export class OrderedScan {
  /** The hits so far, from the beginning of the order: the offset is part of them. */
  readonly hits: SearchPosition[] = [];
  candidates = 0;
  private readonly need: number;
  private readonly stretches: Stretch[];
  private after: SearchPosition | null;

  constructor(
    private readonly cut: Cut,
    private readonly run: (statement: CompiledSql) => Promise<ScannedRow[]>,
  ) {
    this.need = cut.offset + cut.limit;
    this.after = cut.after;
    this.stretches = stretchesOf(cut);
  }

  /** All hits that were asked for are found, or there are no more. */
  get done(): boolean {
    return this.hits.length >= this.need || this.stretches.length === 0;
  }

  /** The share of candidates that were hits; 1 where nothing is known. */
  get density(): number {
    return this.candidates === 0 || this.hits.length === 0 ? 1 : this.hits.length / this.candidates;
  }

  /** Candidates that the rest of the scan will take if it goes on as it began. */
  get expectedRest(): number {
    return ((this.need - this.hits.length) * this.candidates) / Math.max(1, this.hits.length);
  }

  /** Reads on, at most `budget` candidates of each stretch. */
  async read(budget: number): Promise<void> {
    while (!this.done) {
      const cut = { ...this.cut, offset: 0, limit: this.need - this.hits.length, after: this.after };
      const rows = await this.run(scanStatement(cut, this.stretches[0]!, budget));
      for (const { id, key, hit } of rows) if (hit) this.hits.push({ id, key });
      const end = rows.at(-1);
      if (end?.last) {
        this.candidates += budget;
        this.after = { id: end.id, key: end.key };
        return;
      }
      if (this.done) return;
      this.stretches.shift();
      this.after = null;
    }
  }
}

/** A row of a scan: a hit, or the last candidate that the budget allowed (`last`). */
interface ScannedRow {
  readonly id: string;
  readonly key: number | null;
  readonly hit: boolean;
  readonly last: boolean;
}

/**
 * Scans the sort order and asks of each property whether one of its listings matches: the cost follows the share that
 * matches, not the size of the whole. Stops after `budget` candidates.
 */
function scanStatement(cut: Cut, stretch: Stretch, budget: number): CompiledSql {
  const { sort, seenUntil } = cut;
  const { bind, values } = new Parameters();
  const found = condition(cut.found, values);
  const { column, toNumber } = SORT_COLUMNS[sort.field];
  const where = stretchConditions(cut, stretch, bind);
  const last = `${bind(budget)}::integer`;
  const seen =
    seenUntil === null
      ? 'true'
      : `(select s.created_at <= ${momentOf(bind(seenUntil))} from property s where s.id = p.id)`;
  const text = `
    select w.id, ${toNumber(`w.${column}`)} as key, w.hit, w.last
    from (
      select p.id, p.${column}, p.last, case when l.hit then ${seen} else false end as hit
      from (
        select p.id, p.${column}, row_number() over (order by ${stretchOrder(sort)}) = ${last} as last from property p
        where ${where}
        order by ${stretchOrder(sort)}
        limit ${last}
      ) p
      left join lateral (
        select true as hit from listing l where l.property_id = p.id and l.online and ${found} limit 1
      ) l on true
      order by ${stretchOrder(sort)}
      offset 0
    ) w
    where w.hit or w.last
    limit ${bind(cut.limit)}::integer`;
  return { text, parameters: values };
}
