import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import type { Cell } from './cell.js';
import type { CellType } from './cell-writer.js';
import { copyRows, encodeRows } from './copy-rows.js';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

interface Row {
  readonly id: number;
  readonly cell: Cell;
}

async function write(type: CellType, cells: readonly Cell[]): Promise<void> {
  await database.query(`drop table if exists written`);
  await database.query(`create table written (id integer primary key, cell ${type})`);
  const rows = cells.map((cell, id): Row => ({ id, cell }));
  const encoded = encodeRows<Row>(
    'written',
    [
      { name: 'id', type: 'integer', read: ({ id }) => id },
      { name: 'cell', type, read: ({ cell }) => cell },
    ],
    rows,
    new Date(),
  );
  await database.transaction((transaction) => copyRows(transaction, [encoded]));
}

/** What PostgreSQL reads where it is given the same as text. */
function textOf(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell).toString('hex')}`;
  if (Array.isArray(cell)) return `{${cell.join(',')}}`;
  if (typeof cell === 'object') return JSON.stringify((cell as { json: unknown }).json);
  return Object.is(cell, -0) ? '-0' : String(cell);
}

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', 'é', '€', '😀', ' ', "'", '"'), maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('a', 'Z', '~'), minLength: 20, maxLength: 30 }),
  )
  .map((value) => value.replaceAll('\0', ''));
const whole = (bits: bigint): fc.Arbitrary<number> =>
  fc.bigInt({ min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n }).map(Number);
const bigints = fc.oneof(
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }).map(String),
  fc.maxSafeInteger(),
);
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', '7', '#', '^', '%'), minLength: 1, maxLength: 5 });
const json = fc
  .jsonValue()
  .map((value) => ({ json: JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown }));

const CELLS: Readonly<Record<CellType, fc.Arbitrary<Cell>>> = {
  boolean: fc.boolean(),
  smallint: whole(16n),
  integer: whole(32n),
  bigint: bigints,
  real: fc.float({ noNaN: false }),
  'double precision': fc.double(),
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  timestamptz: fc.date({
    min: new Date('0001-01-01Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  bytea: fc.uint8Array({ maxLength: 300 }),
  text,
  json,
  jsonb: json,
  tsvector: fc.array(word, { maxLength: 30 }).map((words) => ` ${words.join(' ')} `),
  'bigint[]': fc.array(fc.maxSafeInteger(), { maxLength: 20 }),
  'integer[]': fc.array(whole(32n), { maxLength: 20 }),
  'uuid[]': fc.array(fc.uuid(), { maxLength: 20 }),
};

describe('cells in the binary form of COPY', () => {
  it.each(Object.entries(CELLS))('are what PostgreSQL reads of their text: %s', async (type, cell) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(cell, { freq: 10 }), { minLength: 50, maxLength: 120 }), async (cells) => {
        await write(type, cells);
        const compared = type === 'json' ? '::text' : '';
        const others = await database.query(
          `select id, read.cell::text as read, written.cell::text as written
             from unnest($1::integer[], $2::text[]) given(id, cell) cross join lateral (select given.cell::${type} as cell) read
             full join written using (id)
             where read.cell${compared} is distinct from written.cell${compared}`,
          [cells.map((_, id) => id), cells.map(textOf)],
        );
        expect(others).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it.each<[CellType, string, Cell, string]>([
    ['smallint', 'a number beyond it', 40_000, '22003'],
    ['integer', 'a number beyond it', 3e9, '22003'],
    ['integer', 'a fraction', 1.5, '22P02'],
    ['integer', 'no number', NaN, '22P02'],
    ['bigint', 'a number beyond it', 1e19, '22003'],
    ['bigint', 'a text that is no number', '12a', '22P02'],
    ['bigint', 'a fraction', 0.5, '22P02'],
    ['uuid', 'another text', 'none', '22P02'],
    ['uuid', 'too many digits', `${'0'.repeat(32)}1`, '22P02'],
    ['text', 'a NUL', 'a\0b', '22021'],
    ['jsonb', 'a NUL', { json: 'a\0b' }, '22P05'],
    ['tsvector', 'a word of more than 2,046 bytes', 'é'.repeat(1_024), '54000'],
    [
      'tsvector',
      'more than a megabyte of words',
      Array.from({ length: 600 }, (_, n) => String(n).padEnd(2_000, 'x')).join(' '),
      '54000',
    ],
  ])('are refused with the code of PostgreSQL: %s, %s', async (type, _, cell, code) => {
    await expect(write(type, [cell])).rejects.toMatchObject({ code });
    const [{ code: ofServer } = { code: undefined }] = [
      await database.query(`select $1::${type}`, [textOf(cell)]).then(
        () => ({ code: undefined }),
        (error: { code: string }) => error,
      ),
    ];
    expect(ofServer).toBe(code);
  });

  it('hold the longest words that PostgreSQL takes', async () => {
    await write('tsvector', [
      'é'.repeat(1_023),
      Array.from({ length: 520 }, (_, n) => String(n).padEnd(2_000, 'x')).join(' '),
    ]);
    expect(await database.query('select length(cell) as words from written order by id')).toEqual([
      { words: 1 },
      { words: 520 },
    ]);
  });

  it('do not write a time that is none', () =>
    expect(write('timestamptz', [new Date(NaN)])).rejects.toThrow('Invalid time value'));
});
