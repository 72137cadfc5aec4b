// npm test [-- PATH] [--kind=unit|db|search|e2e|browser] [--again-alone] [jest options]: runs the specs, repeats what
// failed, ends with one line that says how many passed and failed. --again-alone: a suite that failed beside others
// runs once more with nothing beside it; one that passes then is named as unsteady.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { failuresOf, withSecondRun } from './jest/failures.mjs';

const root = path.resolve(import.meta.dirname, '..');
const AGAIN_ALONE = '--again-alone';
/** More failed suites than these are no accident of timing. */
const MOST_SUITES_AGAIN = 5;
const given = process.argv.slice(2).filter((argument) => argument !== AGAIN_ALONE);
const kinds = given.filter((argument) => argument.startsWith('--kind='));
const args = [
  ...given.filter((argument) => !kinds.includes(argument)).map(pathFromRoot),
  // Last, because Jest takes whatever follows for one more name.
  ...(kinds.length > 0
    ? ['--selectProjects', ...kinds.flatMap((kind) => kind.slice('--kind='.length).split(','))]
    : []),
];
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let ended = false;
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
  process.on(signal, () => {
    ended = true;
    child?.kill(signal);
  });
}

const first = await runJest(args);
let outcome = { ...first, unsteady: /** @type {import('./jest/failures.mjs').Failure[]} */ ([]) };
const suites = [...new Set(first.failures.map((failure) => failure.suite))];
if (process.argv.includes(AGAIN_ALONE) && !ended && suites.length > 0 && suites.length <= MOST_SUITES_AGAIN) {
  console.error(`\nOnce more, alone: ${suites.join(' ')}`);
  outcome = withSecondRun(first, await runJest(['--runTestsByPath', '--runInBand', ...suites]));
}
for (const { suite, test, message } of outcome.unsteady) {
  console.log(`UNSTEADY (failed beside others, passed alone) ${suite}\n  ${test}\n${message}\n`);
}
for (const { suite, test, message } of outcome.failures) console.log(`FAILED ${suite}\n  ${test}\n${message}\n`);
if (outcome.passed + outcome.failures.length === 0) console.error('No test ran.');
console.log(`${outcome.passed} passed, ${outcome.failures.length} failed`);
process.exitCode = outcome.code !== 0 || outcome.failures.length > 0 || outcome.passed === 0 ? 1 : 0;

/**
 * @param {string[]} jestArguments
 * @returns {Promise<import('./jest/failures.mjs').Outcome>}
 */
async function runJest(jestArguments) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-summary-'));
  const summaryFile = path.join(folder, 'summary.json');
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const started = spawn(
    process.execPath,
    [jest, '-c', path.join(root, 'jest.config.mjs'), '--json', `--outputFile=${summaryFile}`, ...jestArguments],
    // Jest prints its report on standard error and, with --json, the same as the file on standard output.
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  child = started;
  const code = await new Promise((resolve) => started.once('exit', (exitCode) => resolve(exitCode ?? 1)));
  const summary = fs.existsSync(summaryFile) ? JSON.parse(fs.readFileSync(summaryFile, 'utf8')) : undefined;
  fs.rmSync(folder, { recursive: true, force: true });
  return { code, passed: summary?.numPassedTests ?? 0, failures: summary ? failuresOf(summary, root) : [] };
}

/**
 * Paths are taken from the root, wherever this was started.
 * @param {string} argument
 */
function pathFromRoot(argument) {
  if (argument.startsWith('-') || !fs.existsSync(path.join(root, argument))) return argument;
  return path.join(root, argument) + (isFolder(argument) ? path.sep : '');
}

/** @param {string} argument */
function isFolder(argument) {
  return fs.statSync(path.join(root, argument)).isDirectory();
}
