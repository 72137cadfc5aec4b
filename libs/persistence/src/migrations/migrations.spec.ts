import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { migrations } from './index.js';

const files = readdirSync(__dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file));
/** Whatever a file reads from others: an import, a re-export, `import()` or `require()`. */
const IMPORT =
  /^(?:import\b|export\b[^;'"]*\bfrom\b)[^;'"]*['"]([^'"]+)['"]|\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/gm;

it.each(files)('%s imports nothing that may change after it has landed', (file) => {
  const source = readFileSync(path.join(__dirname, file), 'utf8');
  const imported = [...source.matchAll(IMPORT)].map(([, fixed, dynamic]) => (fixed ?? dynamic)!);
  expect(imported.filter((name) => name !== 'typeorm' && !name.startsWith('node:'))).toEqual([]);
});

it('applies every file, in the order of the numbers', () => {
  expect(migrations.map(({ name }) => Number(/\d{4}$/.exec(name)![0]))).toEqual(
    files.map((file) => Number(file.slice(0, 4))),
  );
});
