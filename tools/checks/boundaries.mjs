// Proves that the lint of the arrows bites: each deliberate violation must fail the lint of its project, with the rule
// named. Without this, a lint that lost its project graph would pass everything and nobody would notice.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const RULE = '@nx/enforce-module-boundaries';
/** Imports that must be caught, by project; a file named .spec.ts is judged as a spec. */
const VIOLATIONS = [
  { project: 'libs/domain', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/domain', file: 'violation.spec.ts', imports: '@gable/testing' },
  { project: 'libs/alert-index', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/alert-index', file: 'violation.spec.ts', imports: '@gable/testing' },
  { project: 'libs/search', file: 'violation.ts', imports: '@gable/persistence' },
  { project: 'libs/search', file: 'second-violation.ts', imports: '@nestjs/common' },
  { project: 'libs/ingest', file: 'violation.ts', imports: '@gable/testing' },
  { project: 'libs/ingest', file: 'second-violation.ts', imports: '@gable/api' },
  { project: 'apps/api', file: 'violation.ts', imports: 'pg' },
  { project: 'apps/api', file: 'second-violation.ts', imports: '@gable/notifications' },
  { project: 'apps/verify', file: 'violation.ts', imports: '@gable/worker' },
].map((violation) => ({ ...violation, name: `deliberate-${violation.file}` }));

/** @type {string[]} */
const missed = [];
for (const project of new Set(VIOLATIONS.map((violation) => violation.project))) {
  const violations = VIOLATIONS.filter((violation) => violation.project === project);
  const findings = lintWith(project, violations);
  for (const { name, imports } of violations) {
    const caught = findings.some((finding) => finding.file === name && finding.rules.includes(RULE));
    console.log(`${caught ? 'caught' : 'NOT CAUGHT'}: ${project}/src/${name} imports ${imports}`);
    if (!caught) missed.push(name);
  }
}
process.exitCode = missed.length === 0 ? 0 : 1;

/**
 * Lints a project as `nx lint` does, with the violations among its files.
 * @param {string} project
 * @param {readonly { name: string, imports: string }[]} violations
 */
function lintWith(project, violations) {
  const files = violations.map(({ name }) => path.join(root, project, 'src', name));
  for (const [place, file] of files.entries())
    fs.writeFileSync(
      file,
      `import * as violation from '${violations[place]?.imports}';\nexport const imported = violation;\n`,
    );
  try {
    // Only these files, with nx around: the project graph is what the rule needs.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js'),
        ...['exec', '--projects', path.basename(project), '--skip-nx-cache', '--'],
        ...['eslint', '--format', 'json', ...files],
      ],
      {
        cwd: path.join(root, project),
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
  const line = stdout.split('\n').find((text) => text.startsWith('[{'));
  if (line === undefined) {
    console.error(stdout.slice(-2_000), otherwise.slice(-2_000));
    return [];
  }
  /** @type {{ filePath: string, messages: { ruleId: string }[] }[]} */
  const report = JSON.parse(line);
  return report.map(({ filePath, messages }) => ({
    file: path.basename(filePath),
    rules: messages.map(({ ruleId }) => ruleId),
  }));
}
