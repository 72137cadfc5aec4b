import { KeyRing } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import type { Caller } from '../access/caller.js';
import { CursorPager, type CursorPage } from './cursor-pager.js';
import type { SearchQuestion } from './read-search.js';

const engine = {
  now: () => Promise.resolve(1),
  findAfter: () =>
    Promise.resolve({ hits: [{ id: 'p', key: 1 }], total: 3, totalIsExact: true, hasMore: true, backend: 'postgres' }),
} as unknown as PropertySearch;
const caller = {
  apiKeyUuid: 'k',
  accountId: 'a',
  role: 'ROLE_API_CLIENT' as const,
  sources: [],
  scopes: [],
  requestsPerMinute: null,
  isOperator: false,
};
const question = {
  criteria: { conditions: [], operator: 'AND', children: [] },
  sort: { field: 'CREATED_AT', direction: 'DESC' },
} as unknown as SearchQuestion;
interface Asked {
  readonly cursor: string | null;
  readonly by?: Caller;
  readonly size?: number;
}

const next = async (
  finder: PropertySearch,
  secrets: KeyRing | string,
  { cursor, by = caller, size = 1 }: Asked,
): Promise<CursorPage> =>
  (await new CursorPager(finder, secrets).next(finder, by, question, { type: 'cursor', cursor, size }))!;

const [OLD, NEW] = ['o', 'n'].map((letter) => letter.repeat(32)) as [string, string];

it('goes on from a cursor that was signed before the secrets were rotated, and not once they are dropped', async () => {
  const { cursor } = await next(engine, OLD, { cursor: null });
  const after = await next(engine, new KeyRing([NEW, OLD]), { cursor });
  expect(after.ids).toHaveLength(1);
  expect(after.cursor).not.toBe(cursor);
  await expect(next(engine, NEW, { cursor })).rejects.toThrow();
});

it('asks the engine nothing behind the last result', async () => {
  const pager = new CursorPager(engine, OLD);
  const cursor = await pager.end(caller, question, { total: 3, totalIsExact: true });
  const silent = {} as PropertySearch;
  const { cursor: again, ...page } = await next(silent, OLD, { cursor });
  expect(page).toMatchObject({ ids: [], total: 3, totalIsExact: true, hasNextPage: false, backend: null });
  expect(await next(silent, OLD, { cursor: again })).toMatchObject(page);
});

it('shows a key of less sight nothing of what another has read on to', async () => {
  const far = { findAfter: () => Promise.reject(new Error('asked')), now: () => Promise.resolve(1) };
  let { cursor } = await next(engine, OLD, { cursor: null });
  for (let page = 1; page < 100; page += 1) ({ cursor } = await next(engine, OLD, { cursor }));
  const saas = { ...caller, role: 'ROLE_SAAS_USER' as const };
  const end = await next(far as unknown as PropertySearch, OLD, { cursor, by: saas, size: 10 });
  expect(end).toMatchObject({ ids: [], total: 3, hasNextPage: false });
});
