import type { AreaGeometry } from '@gable/domain/geo';
import { Sealer } from '@gable/runtime';
import { ANY_ALERT, createTestDatabase, explained, readsOf, uuidAtSql } from '@gable/testing';
import { AlertStore } from '../alerts/alert-store.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { ShapeStore } from '../geography/shape-store.js';
import { FavoriteStore } from '../properties/favorite-store.js';
import { AccountStore } from './account-store.js';
import { readCountedPage } from './counted-page.js';
import { PAGE_OF_ALERTS, PAGE_OF_FAVORITES, PAGE_OF_SHAPES } from './statements/counted-pages.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const MANY = 3_000;

let database: Database;
let drop: () => Promise<void>;
let accountId: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 2 }), () => test.drop()];
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  ({ id: accountId } = await new AccountStore(database).ensure(`Account ${newId(NOW)}`, NOW));
});

/** What of an account is kept and listed. */
interface Kept {
  add(): Promise<string>;
  remove(id: string): Promise<unknown>;
  list(range: { offset: number; limit: number }): Promise<{ items: readonly { id: string }[]; total: number }>;
}

const shapes = (): Kept => {
  const store = new ShapeStore(database);
  const geometry: AreaGeometry = {
    type: 'Polygon',
    coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]], // prettier-ignore
  };
  return {
    add: async () => (await store.create(accountId, { name: null, geometry }, NOW)).id,
    remove: (id) => store.remove(accountId, id, NOW),
    list: (range) => store.list(accountId, range),
  };
};

const favorites = (): Kept => {
  const store = new FavoriteStore(database);
  return {
    add: async () => {
      const property = newId(NOW);
      await database.query(
        'insert into property (id, created_at, updated_at, online_count, revision) values ($1, $2, $2, 1, 1)',
        [property, NOW],
      );
      const added = await database.transaction((within) => store.add(accountId, property, NOW, within));
      return added!.favorite.id;
    },
    remove: (id) => store.remove(accountId, id),
    list: (range) => store.list(accountId, range),
  };
};

const alerts = (): Kept => {
  const store = new AlertStore(database, new Sealer(Buffer.alloc(32).toString('base64')));
  return {
    add: async () => (await store.create(accountId, ANY_ALERT, NOW)).id,
    remove: (id) => store.remove(accountId, id, NOW),
    list: (range) => store.list(accountId, range, (alert) => alert),
  };
};

describe.each<[string, () => Kept, (ids: readonly string[]) => string[]]>([
  ['alerts, oldest first', alerts, (ids) => ids.toSorted()],
  ['shapes, newest first', shapes, (ids) => ids.toSorted().reverse()],
  ['favourites, newest first', favorites, (ids) => ids.toSorted().reverse()],
])('pages of %s', (_, kept, inOrder) => {
  it('give what is there once, whichever end they are read from', async () => {
    const list = kept();
    const ids: string[] = [];
    for (let n = 0; n < 11; n += 1) ids.push(await list.add());
    for (const id of ids.splice(3, 2)) await list.remove(id);
    const expected = inOrder(ids);
    for (const limit of [1, 2, 4, 9, 20])
      for (let offset = 0; offset < 12; offset += 1) {
        const { items, total } = await list.list({ offset, limit });
        expect([total, items.map(({ id }) => id)]).toEqual([9, expected.slice(offset, offset + limit)]);
      }
  });

  it('are empty beyond the end, however far', async () => {
    const list = kept();
    await list.add();
    const furthest = 30 * (Number.MAX_SAFE_INTEGER - 1);
    for (const offset of [1, 2 ** 31, furthest])
      expect(await list.list({ offset, limit: 30 })).toEqual({ items: [], total: 1 });
  });

  it('are empty for an account that never had any', async () => {
    expect(await kept().list({ offset: 0, limit: 30 })).toEqual({ items: [], total: 0 });
  });
});

it.each([
  ['alerts', PAGE_OF_ALERTS, 'alert'],
  ['shapes', PAGE_OF_SHAPES, 'shape'],
  ['favourites', PAGE_OF_FAVORITES, 'favorite_property'],
])('the last page of thousands of %s reads no more than the first', async (_, statement, table) => {
  await fill();
  const rows: number[] = [];
  const store = explained(database, (plan) => {
    const reads = readsOf(plan, [table]);
    rows.push(reads.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0));
  });
  for (const offset of [0, MANY - 30])
    await readCountedPage(store, statement, accountId, { offset, limit: 30 }, (ids) => Promise.resolve(ids));
  expect(rows).toEqual([30, 30]);
});

/** Thousands of each, counted as those who write them do. */
async function fill(): Promise<void> {
  await database.query(
    `insert into shape (id, account_id, geometry, positions, created_at)
     select ${uuidAtSql('now()')}, $1, '{}', 4, now() from generate_series(1, $2::int)`,
    [accountId, MANY],
  );
  await database.query(
    `with kept as (
       insert into property (id, created_at, updated_at, online_count, revision)
       select ${uuidAtSql('now()')}, now(), now(), 1, 1 from generate_series(1, $2::int) returning id
     ) insert into favorite_property (id, account_id, property_id, created_at) select ${uuidAtSql('now()')}, $1, id, now() from kept`,
    [accountId, MANY],
  );
  await database.query(
    `insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key,
       active_since, xid, created_at, updated_at)
     select ${uuidAtSql('now()')}, $1, n % 64, '', false, 'advanced', '{}', 1, '', pg_current_snapshot(), pg_current_xact_id(), now(), now()
     from generate_series(1, $2::int) n`,
    [accountId, MANY],
  );
  await database.query(
    `insert into account_quota (account_id, kind, used) select $1, kind, $2 from unnest($3::text[]) kind`,
    [accountId, MANY, ['alerts', 'shapes', 'favorites']],
  );
  await database.query('analyze shape, favorite_property, alert');
}
