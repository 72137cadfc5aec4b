// node tools/checks/node-versions.mjs 24 26 [--whole]: the pure specs on other Nodes than the one that runs this, from
// npm's own `node` package; --whole: all specs, with the servers and programs that they start. The images have Node 24.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fetchPackage } from '../fetch-package.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const isWhole = process.argv.includes('--whole');
const majors = process.argv.slice(2).filter((argument) => argument !== '--whole');
if (majors.length === 0 || majors.some((major) => !/^\d\d$/.test(major)))
  throw new Error(`expects major versions of Node such as 24, got ${majors.join(' ') || 'nothing'}`);

for (const major of majors) {
  const began = Date.now();
  const node = provideNode(major);
  const version = run(node, ['--version'], 'pipe').stdout.trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`npm's node@${major} is ${version}`);
  console.log(`Node ${version}:`);
  const args = [path.join(root, 'tools/test.mjs'), ...(isWhole ? [] : ['--kind=unit']), '--reporters', 'summary'];
  const { status } = run(node, args, 'inherit');
  const specs = isWhole ? 'all specs' : 'the pure specs';
  if (status !== 0) throw new Error(`${specs} do not pass on Node ${version}`);
  console.log(`${specs} pass on Node ${version} (${((Date.now() - began) / 1_000).toFixed(0)} s)`);
}

/**
 * The program of a major version, fetched once into the cache of the checkout.
 * @param {string} major
 */
function provideNode(major) {
  const folder = path.join(root, 'node_modules/.cache', `node-${major}`);
  const program = path.join(folder, 'node_modules/node/bin/node');
  if (fs.existsSync(program)) return program;
  fs.mkdirSync(folder, { recursive: true });
  fetchPackage('node', major, folder); // its install script lays the program of this system in place
  if (!fs.existsSync(program)) throw new Error(`npm's node@${major} has no program for this system`);
  return program;
}

/**
 * @param {string} node
 * @param {readonly string[]} args
 * @param {'pipe' | 'inherit'} output
 */
function run(node, args, output) {
  // Programs that a spec starts are of the same version.
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  return spawnSync(node, args, { cwd: root, env, stdio: ['ignore', output, 'inherit'], encoding: 'utf8' });
}
