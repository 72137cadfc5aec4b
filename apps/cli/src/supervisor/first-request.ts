import { DEMO_SEARCH } from '@gable/demo';
import { parseCriteria } from '@gable/domain/criteria';
import type { Database } from '@gable/persistence';
import { PostgresSearch } from '@gable/search-postgres';

/** Where the demo is not what is stored, a search that any stored sale answers. */
const ANY_SALE = { transactionType: 'SELL', size: 5 };

/**
 * The body of a search that really finds something in this store. The store is asked, not the API: what that answers is
 * billed to somebody.
 */
export async function firstSearch(database: Database): Promise<object> {
  const { size: _size, ...filters } = DEMO_SEARCH;
  const demo = parseCriteria(filters, {
    mode: 'classic',
    places: { knowsDivision: () => true, shape: () => undefined },
  });
  return demo.ok && (await new PostgresSearch(database).count(demo.value)).total > 0 ? DEMO_SEARCH : ANY_SALE;
}

/** A request to paste into a shell. */
export function firstRequest(address: string, apiKey: string, search: object): string {
  return [
    `curl -s ${address}/properties \\`,
    `  -H 'X-API-Key: ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(search)}'`,
  ].join('\n');
}
