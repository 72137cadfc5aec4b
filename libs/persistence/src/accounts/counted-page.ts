import type { Queryable } from '../database/database.js';

/** A page of what an account has of a kind: of how many, and which ones. */
export interface CountedPage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Reads a page by one of the statements of `counted-pages.ts`; none costs more in a longer list but for its middle. */
export async function readCountedPage(
  queryable: Queryable,
  statement: string,
  accountId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<CountedPage> {
  const [page] = await queryable.query<CountedPage>(statement, [accountId, offset, limit]);
  return page!;
}
