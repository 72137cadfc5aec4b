import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { copyRows, encodeRows, type ColumnCells, type EncodedRows } from './copy-rows.js';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 1 });
  await database.query('create table one (id int primary key, text text)');
  await database.query('create table other (id int references one)');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => database.query('truncate one, other'));

interface Row {
  readonly id: number;
  readonly text?: string;
}

const ID: ColumnCells<Row> = { name: 'id', type: 'integer', read: ({ id }) => id };
const TEXT: ColumnCells<Row> = { name: 'text', type: 'text', read: ({ text }) => text };

const intoOne = (...rows: Row[]): EncodedRows => encodeRows('one', [ID, TEXT], rows, new Date());
const into = (table: string, ...rows: Row[]): EncodedRows => encodeRows(table, [ID], rows, new Date());
const write = (tables: readonly EncodedRows[]): Promise<void> =>
  database.transaction((transaction) => copyRows(transaction, tables));
const count = async (table: string): Promise<number> =>
  (await database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]!.n;

describe('copyRows', () => {
  it('fills tables in their order, also with rows of more than one message', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id): Row => ({ id, text: `${'é'.repeat(100)}\t${id}\\` }));
    await write([intoOne(...rows), into('other'), into('other', { id: 7 }, { id: 8 })]);
    expect([await count('one'), await count('other')]).toEqual([5_000, 2]);
    expect(await database.query('select text from one where id = 4999')).toEqual([{ text: rows[4_999]!.text }]);
  });

  it('writes rows of any width, more of them than it has room for', async () => {
    const texts = ['€'.repeat(300_000), 'a', 'é'.repeat(700_000), '€'.repeat(6_000_000), '🏠'.repeat(500_000), 'b'];
    for (let round = 0; round < 2; round++) {
      await database.query('truncate one, other');
      await write([intoOne(...texts.map((text, id) => ({ id, text })))]);
      expect(
        (await database.query<{ text: string }>('select text from one order by id')).map(({ text }) => text),
      ).toEqual(texts);
    }
  });

  it('does nothing where there are no rows', () => expect(write([intoOne()])).resolves.toBeUndefined());

  it.each([
    ['the first table', [intoOne({ id: 1 }, { id: 1 }), into('other', { id: 1 })], '23505'],
    ['the last table', [intoOne({ id: 1 }), into('other', { id: 2 })], '23503'],
    ['a table that is not there', [intoOne({ id: 1 }), into('nowhere', { id: 1 })], '42P01'],
  ])('throws the code of the server where %s fails, and the connection goes on', async (_, tables, code) => {
    await expect(write(tables)).rejects.toMatchObject({ code });
    expect([await count('one'), await count('other')]).toEqual([0, 0]);
    await write([intoOne({ id: 1 }), into('other', { id: 1 })]);
    expect(await count('other')).toBe(1);
  });
});
