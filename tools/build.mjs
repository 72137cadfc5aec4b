// Compiles what changed since the last time: 0.1 s when nothing did. The compiler's own bookkeeping decides what is
// stale.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '..');
const compiler = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
const entry = path.join(root, 'apps', 'cli', 'dist', 'main.js');

/** What the service consists of, each with the libraries that it needs. */
export const SERVICE = ['apps/api', 'apps/worker', 'apps/cli'];

/**
 * Builds projects and what they need; exits with the compiler's messages on standard error when that fails.
 * @param {readonly string[]} projects all apps and libraries where none is named
 */
export async function build(projects = ['.']) {
  // An installation without development packages comes with its dist and is run as it is.
  if (!fs.existsSync(compiler))
    return fs.existsSync(entry)
      ? undefined
      : fail('Nothing is built and the compiler is not installed. Run npm ci first.');
  if (!fs.existsSync(entry)) console.error('Building …');
  const references = projects.map((project) => path.join(root, project, 'tsconfig.build.json'));
  const child = spawn(process.execPath, [compiler, '-b', ...references], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const stop = () => {
    child.kill();
    process.exit(0);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  for (const signal of signals) process.off(signal, stop);
  if (code !== 0) fail('The build failed; the messages above say where.');
}

/**
 * Runs the gable command line in this process.
 * @param {readonly string[]} args
 */
export async function runGable(args) {
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
