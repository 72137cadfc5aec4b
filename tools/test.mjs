// npm test [-- PATH] [--kind=unit|db|search|e2e] [jest options]: runs the specs, ends with one line that says how
// many passed and failed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const kinds = process.argv.slice(2).filter((argument) => argument.startsWith('--kind='));
const args = [
  ...process.argv
    .slice(2)
    .filter((argument) => !kinds.includes(argument))
    .map(pathFromRoot),
  // Last, because Jest takes whatever follows for one more name.
  ...(kinds.length > 0
    ? ['--selectProjects', ...kinds.flatMap((kind) => kind.slice('--kind='.length).split(','))]
    : []),
];
const summaryFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gable-summary-')), 'summary.json');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const child = spawn(
  process.execPath,
  [jest, '-c', path.join(root, 'jest.config.mjs'), '--json', `--outputFile=${summaryFile}`, ...args],
  {
    // Jest prints its report on standard error and, with --json, the same as the file on standard output.
    cwd: root,
    stdio: ['inherit', 'ignore', 'inherit'],
  },
);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => child.kill(signal));
const code = await new Promise((resolve) => child.once('exit', (exitCode) => resolve(exitCode ?? 1)));
const { passed, failed } = count(summaryFile);
fs.rmSync(path.dirname(summaryFile), { recursive: true, force: true });
if (passed + failed === 0) console.error('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code !== 0 || failed > 0 || passed === 0 ? 1 : 0;

/**
 * Paths are taken from the root, wherever this was started.
 * @param {string} argument
 */
function pathFromRoot(argument) {
  if (argument.startsWith('-') || !fs.existsSync(path.join(root, argument))) return argument;
  return path.join(root, argument) + (isFolder(argument) ? path.sep : '');
}

/**
 * A suite that does not even load has no tests of its own and counts as one failure.
 * @param {string} file
 */
function count(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

/** @param {string} argument */
function isFolder(argument) {
  return fs.statSync(path.join(root, argument)).isDirectory();
}
