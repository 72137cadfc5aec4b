// Compiles what changed since the last time: 0.1 s when nothing did. The compiler's own bookkeeping decides what is
// stale.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, root, staleOf } from './bundle.mjs';

export { root };
const compiler = path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
const bundler = path.join(import.meta.dirname, 'bundle.mjs');

/** Compiles libraries, benches and checks, and bundles the programs; exits where a file does not compile. */
export async function build() {
  await Promise.all([compile(), bundle()]);
}

function compile() {
  return finished([compiler, '-b', path.join(root, 'tsconfig.build.json')]);
}

/**
 * Runs a step in a process of its own; ends this one where it fails, or where this one is to end.
 * @param {readonly string[]} program with its arguments
 */
async function finished(program) {
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 2, 2] });
  const stopListening = leaveAtSignals(() => child.kill());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  stopListening();
  if (code === 0) return;
  console.error('The build failed; the messages above say where.');
  process.exit(1);
}

/**
 * @param {() => void} first what is done before
 * @returns what stops listening
 */
function leaveAtSignals(first) {
  const leave = () => {
    first();
    process.exit(0); // what was begun is tidied up at `exit`
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.once(signal, leave);
  return () => signals.forEach((signal) => process.off(signal, leave));
}

/**
 * Runs the gable command line in this process, bundled anew where its sources changed.
 * @param {readonly string[]} args
 * @param {readonly string[]} [apps] whose programs the command needs; all unless said
 */
export async function runGable(args, apps) {
  const entry = path.join(root, 'apps', 'cli', 'dist', 'main.js');
  const stale = staleOf(apps);
  // Apart: what the bundler took, 0.6 GB, would stay with the command for as long as it runs.
  if (stale.length > 0) await finished([bundler, ...stale]);
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}
