import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { copyRows, encodeRows, type EncodedRows } from './copy-rows.js';

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

const idOf = ({ id }: Row): number => id;
const textOf = ({ text }: Row): string | undefined => text;

const intoOne = (...rows: Row[]): EncodedRows => encodeRows('one', ['id', 'text'], [idOf, textOf], rows, new Date());
const into = (table: string, ...rows: Row[]): EncodedRows => encodeRows(table, ['id'], [idOf], rows, new Date());
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
