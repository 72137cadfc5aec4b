// What failed, from the summary that Jest writes, and what a second run of the failed suites says of it.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ suite: string, test: string, message: string }} Failure `suite`: its path from the root.
 * @typedef {{ code: number, passed: number, failures: Failure[] }} Outcome `code`: exit code of Jest.
 */

const MOST_LINES = 25;

/**
 * A suite that does not even load has no tests of its own and counts as one failure.
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults:
 *   { status: string, fullName: string, failureMessages: string[] }[] }[] }} summary as `jest --json` writes it
 * @param {string} root
 * @returns {Failure[]}
 */
export function failuresOf(summary, root) {
  return summary.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = path.relative(root, name);
    const failed = assertionResults
      .filter((assertion) => assertion.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        suite,
        test: fullName,
        message: shortened(failureMessages.join('\n')),
      }));
    if (failed.length > 0 || status !== 'failed') return failed;
    return [{ suite, test: 'the suite itself', message: shortened(message) }];
  });
}

/**
 * A test that failed beside others and passed alone is unsteady. One that failed in both runs, or only in the second,
 * has failed.
 * @param {Outcome} first
 * @param {Outcome} second of the suites that failed in the first
 * @returns {Outcome & { unsteady: Failure[] }}
 */
export function withSecondRun(first, second) {
  if (second.passed === 0 || (second.code !== 0 && second.failures.length === 0)) return { ...first, unsteady: [] };
  const failedAgain = new Set(second.failures.map(nameOf));
  const unsteady = first.failures.filter((failure) => !failedAgain.has(nameOf(failure)));
  return { code: second.code, passed: first.passed + unsteady.length, failures: second.failures, unsteady };
}

/** @param {Failure} failure */
function nameOf({ suite, test }) {
  return `${suite}\n${test}`;
}

/**
 * Without blank lines and what lies in packages.
 * @param {string} message
 */
function shortened(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line));
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'].join('\n') : lines.join('\n');
}
