// Programs that come as Go modules, of one version each, kept beside Go's own downloads for the next run.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ readonly name: string, readonly version: string, readonly package: string }} GoProgram */

/**
 * Where the program lies; builds it first where that is asked for.
 * @param {GoProgram} program
 * @param {{ install: boolean }} options
 * @returns {string}
 * @throws Error where it is not here, with what to do
 */
export function goProgram(program, { install }) {
  const folder = path.join(goPath(program), 'gable-tools', `${program.name}-${program.version}`);
  const file = path.join(folder, path.basename(program.package));
  if (fs.existsSync(file)) return file;
  if (!install) throw new Error(`${program.name} ${program.version} is not built on this machine`);
  console.log(`  building ${program.name} ${program.version} from its Go module …`);
  execFileSync('go', ['install', `${program.package}@${program.version}`], {
    env: { ...process.env, GOBIN: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return file;
}

/** @param {GoProgram} program */
function goPath({ name }) {
  try {
    return execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error(`${name} is built from a Go module, and there is no Go on this machine`, { cause });
  }
}
