// PostgreSQL and OpenSearch as the tests take them, where compose.yaml has containers of their makers: at the same
// addresses, ports and passwords.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../image/workspace.mjs';
import { quietly } from './programs.mjs';

const NOBODY = { uid: 65534, gid: 65534 };
/** Where what is fetched of OpenSearch lies; `npm run opensearch` keeps it there as well. */
export const SOFTWARE = path.join(root, '.gable/opensearch');

/**
 * Starts PostgreSQL with the user, password and options of compose.yaml. @returns what stops it
 * @param {string} folder that nobody may enter
 * @param {Record<string, string>} settings the service's environment
 */
export async function startPostgres(folder, settings) {
  const { locateBinaries } = await runtime('postgres/binaries.js');
  const { folder: binaries } = locateBinaries({ ids: NOBODY }, path.join(folder, 'binaries'));
  const program = (/** @type {string} */ name) => path.join(binaries, 'bin', name);
  const home = path.join(folder, 'postgres');
  fs.mkdirSync(home, { mode: 0o700 });
  fs.writeFileSync(path.join(home, 'password'), settings.POSTGRES_PASSWORD ?? '');
  for (const file of [home, path.join(home, 'password')]) fs.chownSync(file, NOBODY.uid, NOBODY.gid);
  const data = path.join(home, 'data');
  const initdbArgs = (settings.POSTGRES_INITDB_ARGS ?? '').split(' ');
  const asNobody = { ...NOBODY, cwd: home };
  const password = `--pwfile=${path.join(home, 'password')}`;
  const owner = ['-U', String(settings.POSTGRES_USER), '-A', 'scram-sha-256', password];
  quietly(program('initdb'), ['-D', data, ...owner, ...initdbArgs], asNobody);
  const input = `create database ${settings.POSTGRES_DB}\n`;
  quietly(program('postgres'), ['--single', '-D', data, 'postgres'], { ...asNobody, input });
  const options = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'];
  const server = spawn(program('postgres'), ['-D', data, ...options], { ...asNobody, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  while (!isServing(path.join(data, 'postmaster.pid'))) {
    if (server.exitCode !== null) throw new Error('PostgreSQL does not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    server.kill('SIGINT');
    await ended;
  };
}

/** Fetches OpenSearch and a Java where they are missing: there is no network later. */
export async function fetchOpenSearch() {
  const [{ install }, { provideJava }, { layout }] = await Promise.all([
    runtime('opensearch/install.js'),
    runtime('opensearch/java.js'),
    runtime('opensearch/layout.js'),
  ]);
  const { dist, java } = layout({ home: SOFTWARE });
  provideJava(java);
  await install(dist);
}

/**
 * Starts OpenSearch on port 9200. @returns what stops it
 * @param {string} folder that nobody may enter
 */
export async function startOpenSearch(folder) {
  const { start, stop } = await runtime('opensearch/server.js');
  const options = { home: path.join(folder, 'opensearch'), software: SOFTWARE };
  await start(options);
  return () => stop(options);
}

/**
 * The server's own word, in the last line of the file of its process.
 * @param {string} file
 */
function isServing(file) {
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}

/** @param {string} file of the built runtime library */
function runtime(file) {
  return import(pathToFileURL(path.join(root, 'libs/runtime/dist', file)).href);
}
