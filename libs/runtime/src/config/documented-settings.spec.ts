import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentSchema } from './environment.js';

const guide = readFileSync(path.resolve(__dirname, '../../../../docs/configuration.md'), 'utf8');
/** Set by the specs for themselves. */
const OF_SPECS = ['GABLE_TEST_HOME'];

it('every setting has its row in docs/configuration.md, and every row is of a setting', () => {
  const [, environment = ''] = guide.split('\n## Environment\n');
  const [table = ''] = environment.split('\n## ');
  const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );
  const settings = Object.keys(environmentSchema.shape).filter((name) => !OF_SPECS.includes(name));
  expect(rows.sort()).toEqual(settings.sort());
});
