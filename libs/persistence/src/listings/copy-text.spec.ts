import fc from 'fast-check';
import { copyText, type Cell } from './copy-text.js';

/** One row of these cells. */
const rowOf = (...cells: Cell[]): string => `${cells.map(copyText).join('\t')}\n`;

describe('copyText', () => {
  it('tells what is absent from the text that looks like it', () => {
    expect(rowOf(null, undefined, '\\N', '')).toBe('\\N\t\\N\t\\\\N\t\n');
  });

  it('writes every kind of value as PostgreSQL reads it', () => {
    const cells = [true, false, -1.5e21, 12n, new Date(0), Buffer.from([0, 171, 255]), [1, 2], []];
    expect(rowOf(...cells)).toBe('t\tf\t-1.5e+21\t12\t1970-01-01T00:00:00.000Z\t\\\\x00abff\t{1,2}\t{}\n');
  });

  it('escapes what would end a cell or a row, in short and in long texts', () => {
    expect(rowOf('a\tb\nc\rd\\e')).toBe('a\\tb\\nc\\rd\\\\e\n');
    expect(rowOf(`${'x'.repeat(100)}\t\\`)).toBe(`${'x'.repeat(100)}\\t\\\\\n`);
  });

  it('doubles the escapes of JSON', () => {
    expect(rowOf({ json: { said: 'a"b\nc' } })).toBe('{"said":"a\\\\"b\\\\nc"}\n');
  });

  it('gives every text back that is read as COPY reads it', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }), // no halves of pairs
      fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', 'é', '€', '😀', ' '), maxLength: 60 }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 30 }), (rows) => {
        expect(readCopy(rows.map((row) => rowOf(...row)).join(''))).toEqual(rows);
      }),
    );
  });
});

const MEANT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Cells of texts, read as the documentation of COPY says. */
function readCopy(text: string): string[][] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('\t').map((cell) => cell.replace(/\\(.)/gs, (_, letter: string) => MEANT[letter]!)));
}
