import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries } from './binaries.js';
import type { Placement } from './placement.js';
import { runProgram } from './server-program.js';
import { giveTo } from './server-user.js';
import { explainStartFailure, PostgresStartError } from './start-error.js';

/** The only role and the only database of an embedded server. */
export const EMBEDDED_ROLE = 'gable';
/** See EMBEDDED_ROLE. */
export const EMBEDDED_DATABASE = 'gable';

/** `postgres://…`, with the password. */
export function addressOf(server: { readonly port: number }, password: string): string {
  return `postgres://${EMBEDDED_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${EMBEDDED_DATABASE}`;
}

/**
 * Makes the cluster at the first start and checks that an existing one fits: same major version, same password.
 * @returns whether it was made now.
 */
export async function prepareCluster(
  placement: Placement,
  binaries: PostgresBinaries,
  password: string,
  durable: boolean,
): Promise<boolean> {
  const { dataDirectory } = placement;
  const isNew = !fs.existsSync(path.join(dataDirectory, 'PG_VERSION'));
  if (isNew) await createCluster(placement, binaries, password, durable);
  checkVersion(dataDirectory, binaries);
  // Beside the cluster, not in the home: it has to follow the files whose password it holds.
  const mark = path.join(placement.clusterFolder, 'password-mark');
  const expected = createHash('sha256').update(password).digest('hex');
  if (!isNew && readText(mark) === expected) return false;
  if (!isNew)
    await runSingleUser(
      placement,
      binaries,
      dataDirectory,
      'postgres',
      `alter role ${EMBEDDED_ROLE} password '${password}'`,
    );
  fs.writeFileSync(mark, expected, { mode: 0o600 });
  return isNew;
}

/** Builds in a folder beside and renames at the end: a killed start leaves nothing that looks like a cluster. */
async function createCluster(
  placement: Placement,
  binaries: PostgresBinaries,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = path.join(placement.clusterFolder, 'data.unfinished');
  const passwordFile = path.join(placement.clusterFolder, 'initdb-password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(placement.user, passwordFile);
  try {
    await initialise(placement, binaries, draft, passwordFile, durable);
    await runSingleUser(placement, binaries, draft, 'template1', `create database ${EMBEDDED_DATABASE}`);
    fs.renameSync(draft, placement.dataDirectory);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

async function initialise(
  placement: Placement,
  binaries: PostgresBinaries,
  draft: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  let output = '';
  // The built-in provider sorts and folds the same on every system. The C library's part still decides what a letter is
  // for some extensions, so it gets UTF-8 where it knows it.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    fs.rmSync(draft, { recursive: true, force: true });
    const args = [
      '-D',
      draft,
      '-U',
      EMBEDDED_ROLE,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      `--locale=${locale}`,
      '--lc-messages=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ];
    const result = await runProgram(binaries, placement.user, 'initdb', args);
    if (result.succeeded) return;
    output = result.output;
    if (!/invalid locale name/i.test(output)) break;
  }
  throw explainStartFailure('The database could not be made', output, placement.clusterFolder);
}

/** One statement without a server and without a password; the statement must fit on one line. */
async function runSingleUser(
  placement: Placement,
  binaries: PostgresBinaries,
  dataDirectory: string,
  database: string,
  statement: string,
): Promise<void> {
  const args = [
    '--single',
    '-D',
    dataDirectory,
    '-c',
    'log_min_messages=error',
    '-c',
    'exit_on_error=on',
    '-c',
    'dynamic_shared_memory_type=mmap',
    database,
  ];
  const { succeeded, output } = await runProgram(binaries, placement.user, 'postgres', args, `${statement}\n`);
  if (!succeeded) throw explainStartFailure('The database could not be prepared', output, placement.clusterFolder);
}

/** The major version of PostgreSQL that made the files; NaN where there are none. */
export function clusterVersion(dataDirectory: string): number {
  return Number.parseInt(readText(path.join(dataDirectory, 'PG_VERSION')), 10);
}

/** @throws PostgresStartError where the files are of another major version */
export function checkVersion(dataDirectory: string, { majorVersion }: PostgresBinaries): void {
  const version = clusterVersion(dataDirectory);
  if (version === majorVersion) return;
  throw new PostgresStartError(
    `The database files in ${dataDirectory} were made by PostgreSQL ${version}, this Gable brings ${majorVersion}. ` +
      (version < majorVersion
        ? 'Nothing was touched. Move what they hold with: gable upgrade-database'
        : 'Use the Gable that made them, or another GABLE_HOME.'),
  );
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
