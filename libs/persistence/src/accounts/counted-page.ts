import type { Queryable } from '../database/database.js';

/** A page of what an account has of a kind, and how many there are. */
export interface CountedPage<Item> {
  items: Item[];
  total: number;
}

/**
 * Finds a page by one of the statements of `counted-pages.ts` and has what stands in it read. None costs more in a
 * longer list but for its middle.
 */
export async function readCountedPage<Item>(
  queryable: Queryable,
  statement: string,
  accountId: string,
  { offset, limit }: { offset: number; limit: number },
  read: (ids: string[]) => Promise<Item[]>,
): Promise<CountedPage<Item>> {
  const [page] = await queryable.query<{ total: number; ids: string[] }>(statement, [accountId, offset, limit]);
  const { total, ids } = page!;
  return { items: ids.length === 0 ? [] : await read(ids), total };
}
