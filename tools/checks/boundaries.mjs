// Proves that the lint of the arrows bites: each deliberate violation must fail the lint of its project, with the
// rule named.
// Without this, a lint that lost its project graph would pass everything and nobody would notice.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const VIOLATIONS = [
  {
    project: 'libs/domain',
    imports: `import { openDatabase } from '@gable/persistence';\nexport const violation = openDatabase;\n`,
    rule: '@nx/enforce-module-boundaries',
  },
  {
    project: 'apps/api',
    imports: `import pg from 'pg';\nexport const violation = pg;\n`,
    rule: '@nx/enforce-module-boundaries',
  },
  {
    project: 'libs/search',
    imports: `import { migrate } from '@gable/persistence';\nexport const violation = migrate;\n`,
    rule: '@nx/enforce-module-boundaries',
  },
  {
    project: 'libs/ingest',
    imports: `import { createTestDatabase } from '@gable/testing';\nexport const violation = createTestDatabase;\n`,
    rule: '@nx/enforce-module-boundaries',
  },
];

let failures = 0;
for (const { project, imports, rule } of VIOLATIONS) {
  const file = path.join(root, project, 'src', 'deliberate-violation.ts');
  fs.writeFileSync(file, imports);
  try {
    const { status, stdout, stderr } = spawnSync(
      'npx',
      ['nx', 'lint', path.basename(project), '--skip-nx-cache', '--output-style=stream'],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' },
        maxBuffer: 64 * 2 ** 20,
      },
    );
    const caught = status !== 0 && stdout.includes('deliberate-violation.ts') && stdout.includes(rule);
    if (!caught) failures += 1;
    console.log(`${caught ? 'caught' : 'NOT CAUGHT'}: ${project}: ${imports.split('\n')[0]}`);
    if (!caught) console.log(stdout.slice(-2_000), stderr.slice(-2_000));
  } finally {
    fs.rmSync(file, { force: true });
  }
}
process.exitCode = failures === 0 ? 0 : 1;
