import type { SearchPosition } from '@gable/search';
import { Parameters } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import type { Found } from './found.js';
import { condition, type Cut } from './statements.js';

/** The first properties, in the order of a search, that meet all of its criteria but those on words. */
export interface KnownOrder {
  readonly first: readonly SearchPosition[];
  /** Whether there are no more. */
  readonly isWhole: boolean;
}

/** Asks who knows the order of a search; null where nobody does. */
export type AskOrder = () => Promise<KnownOrder | null>;

/** Properties whose words are read first; each time as many as all before. */
const FIRST_PORTION = 100;

/** The page, found by reading the words of one property after the other; null where too few of them have the words. */
export async function walkKnownOrder(
  cut: Cut,
  { first, isWhole }: KnownOrder,
  run: (statement: CompiledSql) => Promise<{ id: string }[]>,
): Promise<Found | null> {
  const need = cut.offset + cut.limit;
  const hits: SearchPosition[] = [];
  for (let from = 0, to = FIRST_PORTION; from < first.length; [from, to] = [to, 2 * to]) {
    const portion = first.slice(from, to);
    const meeting = new Set((await run(meetingStatement(cut, portion))).map(({ id }) => id));
    hits.push(...portion.filter(({ id }) => meeting.has(id)));
    if (hits.length >= need) break;
    if (!isWhole && hits.length * first.length < need * to) return null; // as it went on so far, it will not do
  }
  if (hits.length < need && !isWhole) return null;
  return { hits: hits.slice(cut.offset, need), total: 0, complete: true };
}

/** Which of these properties meet the criteria. */
function meetingStatement(cut: Cut, properties: readonly SearchPosition[]): CompiledSql {
  const { bind, values } = new Parameters();
  const found = condition(cut.found, values);
  const ids = bind(properties.map(({ id }) => id));
  return {
    text: `select distinct l.property_id as id from listing l
      where l.property_id = any(${ids}::uuid[]) and l.online and ${found}`,
    parameters: values,
  };
}
