// npm test [-- PATH] [jest options]: runs the specs, ends with one line that says how many passed and failed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv
  .slice(2)
  .map((argument) =>
    fs.existsSync(path.join(root, argument)) && !argument.startsWith('-')
      ? path.join(root, argument) + (isFolder(argument) ? path.sep : '')
      : argument,
  );
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
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
const code = await new Promise((resolve) => child.once('exit', (exitCode) => resolve(exitCode ?? 1)));
const { passed, failed } = count(summaryFile);
fs.rmSync(path.dirname(summaryFile), { recursive: true, force: true });
if (passed + failed === 0) console.error('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code !== 0 || failed > 0 || passed === 0 ? 1 : 0;

/** A suite that does not even load has no tests of its own and counts as one failure. */
function count(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

function isFolder(argument) {
  return fs.statSync(path.join(root, argument)).isDirectory();
}
