import { KeyRing } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CursorPager } from './cursor-pager.js';
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
const [OLD, NEW] = ['o', 'n'].map((letter) => letter.repeat(32)) as [string, string];

it('goes on from a cursor that was signed before the secrets were rotated, and not once they are dropped', async () => {
  const { cursor } = await new CursorPager(engine, OLD).next(caller, question, {
    type: 'cursor',
    cursor: null,
    size: 1,
  });
  const after = await new CursorPager(engine, new KeyRing([NEW, OLD])).next(caller, question, {
    type: 'cursor',
    cursor,
    size: 1,
  });
  expect(after.ids).toHaveLength(1);
  expect(after.cursor).not.toBe(cursor);
  await expect(
    new CursorPager(engine, NEW).next(caller, question, { type: 'cursor', cursor, size: 1 }),
  ).rejects.toThrow();
});

it('asks the engine nothing behind the last result', async () => {
  const pager = new CursorPager(engine, OLD);
  const cursor = await pager.end(caller, question, { total: 3, totalIsExact: true });
  const silent = new CursorPager({} as PropertySearch, OLD);
  const { cursor: again, ...page } = await silent.next(caller, question, { type: 'cursor', cursor, size: 1 });
  expect(page).toMatchObject({ ids: [], total: 3, totalIsExact: true, hasNextPage: false, backend: null });
  expect(await silent.next(caller, question, { type: 'cursor', cursor: again, size: 1 })).toMatchObject(page);
});

it('shows a key of less sight nothing of what another has read on to', async () => {
  const far = { findAfter: () => Promise.reject(new Error('asked')), now: () => Promise.resolve(1) };
  let { cursor } = await new CursorPager(engine, OLD).next(caller, question, { type: 'cursor', cursor: null, size: 1 });
  for (let page = 1; page < 100; page += 1)
    ({ cursor } = await new CursorPager(engine, OLD).next(caller, question, { type: 'cursor', cursor, size: 1 }));
  const saas = { ...caller, role: 'ROLE_SAAS_USER' as const };
  const pager = new CursorPager(far as unknown as PropertySearch, OLD);
  const end = await pager.next(saas, question, { type: 'cursor', cursor, size: 10 });
  expect(end).toMatchObject({ ids: [], total: 3, hasNextPage: false });
});
