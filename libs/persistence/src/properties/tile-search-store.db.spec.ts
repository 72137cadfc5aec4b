import { createTestDatabase } from '@gable/testing';
import { AccountStore } from '../accounts/account-store.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { TILE_SEARCH_MS, TileSearchStore } from './tile-search-store.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: Database;
let drop: () => Promise<void>;
let store: TileSearchStore;
let one: string;
let other: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 4 }), () => test.drop()];
  store = new TileSearchStore(database, 3);
  const accounts = new AccountStore(database);
  [one, other] = [(await accounts.ensure('One', NOW)).id, (await accounts.ensure('Other', NOW)).id];
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(() => database.query('delete from tile_search'));

it('keeps a search for an hour, for its account alone', async () => {
  const kept = await store.keep(one, '{"a":1}', NOW);
  expect(kept.expiresAt).toEqual(later(TILE_SEARCH_MS));
  expect(await store.find(one, kept.id, later(TILE_SEARCH_MS - 1))).toBe('{"a":1}');
  expect(await store.find(one, kept.id, later(TILE_SEARCH_MS))).toBeNull();
  expect(await store.find(other, kept.id, NOW)).toBeNull();
});

it('keeps the same search once, and longer each time it is made', async () => {
  const [first, again] = [await store.keep(one, '{}', NOW), await store.keep(one, '{}', later(1_000))];
  expect(again).toEqual({ id: first.id, expiresAt: later(1_000 + TILE_SEARCH_MS) });
  expect((await store.keep(one, '{}', NOW)).expiresAt).toEqual(again.expiresAt); // of a clock that is behind
  expect((await store.keep(other, '{}', NOW)).id).not.toBe(first.id);
});

it('makes room of an account with the search that ends first', async () => {
  const ofOther = await store.keep(other, '{}', NOW);
  const kept = [];
  for (let n = 0; n < 3; n += 1) kept.push(await store.keep(one, `{"n":${n}}`, later(n)));
  await store.keep(one, '{"n":0}', later(5));
  const newest = await store.keep(one, '{"n":3}', later(6));
  const found = [];
  for (const { id } of [...kept, newest]) found.push(await store.find(one, id, later(6)));
  expect(found).toEqual(['{"n":0}', null, '{"n":2}', '{"n":3}']);
  expect(await store.find(other, ofOther.id, NOW)).toBe('{}');
});

it('sweeps what is not kept any more, not too much at once', async () => {
  for (let n = 0; n < 3; n += 1) await store.keep(one, `{"n":${n}}`, later(n));
  expect(await store.sweep(later(TILE_SEARCH_MS + 1), 1)).toBe(1);
  expect(await store.sweep(later(TILE_SEARCH_MS + 1), 9)).toBe(1);
  expect(await store.sweep(later(TILE_SEARCH_MS + 1), 9)).toBe(0);
  expect(await database.query('select body from tile_search')).toEqual([{ body: '{"n":2}' }]);
});
