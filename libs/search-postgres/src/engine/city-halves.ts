import { CITY_PARTS_SINCE, PARTS } from '@gable/persistence/listings';
import { StaleReads } from '@gable/persistence';
import type { CompiledSql } from './compile-to-sql.js';
import { partsFrom, TOGETHER } from './count-of-parts.js';
import { WIDE_LOOK } from './costs.js';
import type { Found } from './found.js';
import { walkKnownOrder, type AskOrder } from './known-order.js';
import type { Cut } from './statements.js';
import type { StatementRunner } from './statement-runner.js';

/** Listings of a city that two connections count half each: to gather as many takes some 20 ms. */
const HALVED = 4_000;
const ID_BYTES = 16;

/** What half of a city's parts hold. */
interface HalfRow {
  /** What the statement saw. */
  readonly snapshot: string;
  /** Sixteen bytes for each matching listing: its property. Null where there are none. */
  readonly properties: Buffer | null;
}

/**
 * The page of a large city out of its known order, and the total counted in two halves at once. null where fewer match
 * or the order is not known, there is no room, an earlier release wrote rows that lie in no part, or the store changed
 * between the halves.
 */
export async function findInHalves(
  runner: StatementRunner,
  cut: Cut,
  listings: number,
  askOrder: AskOrder,
): Promise<Found | null> {
  if (listings < HALVED || listings > WIDE_LOOK || !runner.hasRoom() || StaleReads.current() !== undefined) return null;
  const order = await askOrder();
  if (order === null || !(await runner.isDerived(CITY_PARTS_SINCE))) return null;
  const walked = await walkKnownOrder(cut, order, (statement) => runner.run(statement));
  if (walked === null) return null;
  const total = await countInHalves(runner, cut);
  return total === null ? null : { ...walked, total };
}

async function countInHalves(runner: StatementRunner, { criteria, found }: Cut): Promise<number | null> {
  const halves = await Promise.all(
    [0, PARTS / 2].map((from) => {
      const looks: CompiledSql[] = [];
      let next = 1;
      for (let part = from; part < from + PARTS / 2; part += TOGETHER) {
        looks.push(runner.compileIn(partsFrom(part, TOGETHER), criteria, found, next));
        next += looks.at(-1)!.parameters.length;
      }
      return runner.run<HalfRow>(halfStatement(looks));
    }),
  );
  return countTogether(halves.map(([row]) => row!));
}

/** The properties of the listings that looks find; their placeholders follow on from each other. */
function halfStatement(looks: readonly CompiledSql[]): CompiledSql {
  const found = looks.map(({ text }) => `select l.property_id from listing l where l.online and ${text}`);
  return {
    text: `
      select pg_current_snapshot()::text as snapshot, string_agg(uuid_send(f.property_id), ''::bytea) as properties
      from (${found.join(' union all ')}) f`,
    parameters: looks.flatMap(({ parameters }) => parameters),
  };
}

/** A listing that was written between two statements may stand in both or in none: null where that may be so. */
function countTogether(halves: readonly HalfRow[]): number | null {
  if (new Set(halves.map(({ snapshot }) => snapshot)).size > 1) return null;
  const seen = new Set<string>();
  for (const { properties } of halves)
    for (let at = 0; properties !== null && at < properties.length; at += ID_BYTES)
      seen.add(properties.toString('latin1', at, at + ID_BYTES));
  return seen.size;
}
