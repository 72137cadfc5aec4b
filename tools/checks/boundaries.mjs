// Proves that the lint of the arrows bites: each deliberate violation must fail the lint of its project, with the rule
// named. Without this, a lint that lost its project graph would pass everything and nobody would notice.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const RULE = '@nx/enforce-module-boundaries';
const REPORT = '[{"filePath"';
/**
 * Imports that must be caught, by project; a file named .spec.ts is judged as a spec. Apps export nothing, so only
 * their files can be imported.
 */
const VIOLATIONS = [
  { project: 'libs/domain', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/domain', file: 'violation.spec.ts', imports: '@gable/testing' },
  { project: 'libs/alert-index', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/alert-index', file: 'violation.spec.ts', imports: '@gable/testing' },
  { project: 'libs/search', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/search', file: 'second-violation.ts', imports: '@nestjs/common' },
  { project: 'libs/ingest', file: 'violation.ts', imports: '@gable/testing' },
  { project: 'libs/ingest', file: 'second-violation.ts', imports: '../../../apps/api/src/api.module.js' },
  { project: 'apps/api', file: 'violation.ts', imports: 'pg' },
  { project: 'apps/api', file: 'second-violation.ts', imports: '@gable/notifications' },
  { project: 'apps/console', file: 'violation.ts', imports: '@gable/domain' },
  { project: 'apps/verify', file: 'violation.ts', imports: '../../worker/src/stage.js' },
].map((violation) => ({ ...violation, name: `deliberate-${violation.file}` }));

const findings = lint();
const missed = VIOLATIONS.filter(({ project, name, imports }) => {
  const file = path.join(root, project, 'src', name);
  const caught = findings.some((finding) => finding.file === file && finding.rules.includes(RULE));
  console.log(`${caught ? 'caught' : 'NOT CAUGHT'}: ${project}/src/${name} imports ${imports}`);
  return !caught;
});
process.exitCode = missed.length === 0 ? 0 : 1;

/** Writes the violations, lints them through nx (its project graph is what the rule needs), and removes them. */
function lint() {
  const files = VIOLATIONS.map(({ project, name }) => path.join(root, project, 'src', name));
  try {
    for (const { project, name, imports } of VIOLATIONS)
      fs.writeFileSync(
        path.join(root, project, 'src', name),
        `import * as violation from '${imports}';\nexport const imported = violation;\n`,
      );
    const { status, stdout, stderr } = spawnSync(
      'npx',
      ['nx', 'lint-files', 'tools', '--skip-nx-cache', '--output-style=stream', '--', '--format', 'json', ...files],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' },
        maxBuffer: 64 * 2 ** 20,
      },
    );
    return parseReport(stdout, `${stderr}\nexit ${status}`);
  } finally {
    for (const file of files) fs.rmSync(file, { force: true });
  }
}

/**
 * @param {string} stdout
 * @param {string} otherwise what is shown where there is no report
 * @returns {{ file: string, rules: string[] }[]}
 */
function parseReport(stdout, otherwise) {
  // Nx writes the project's name before each line.
  const line = stdout.split('\n').find((text) => text.includes(REPORT));
  if (line === undefined) {
    console.error(stdout.slice(-2_000), otherwise.slice(-2_000));
    return [];
  }
  /** @type {{ filePath: string, messages: { ruleId: string }[] }[]} */
  const report = JSON.parse(line.slice(line.indexOf(REPORT)));
  return report.map(({ filePath, messages }) => ({
    file: filePath,
    rules: messages.map(({ ruleId }) => ruleId),
  }));
}
