import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../network/free-port.js';
import type { PostgresBinaries } from './binaries.js';
import type { Placement } from './placement.js';
import { disarmPidFile, findRunningServer, type RunningServer } from './running-server.js';
import { runProgram, serverEnvironment } from './server-program.js';
import { postgresSettings } from './settings.js';
import { explainStartFailure, PostgresStartError } from './start-error.js';

const POLL_MS = 20;
const ATTEMPTS = 5;
/** Replaying a long log after a crash takes minutes, not seconds. */
const READY_TIMEOUT_MS = 10 * 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** A started or adopted server. */
export interface StartedServer extends RunningServer {
  readonly adopted: boolean;
}

/**
 * Starts the server of a cluster, or adopts the one that a killed launcher left running. Call it under the home's lock.
 */
export async function startServer(
  placement: Placement,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<StartedServer> {
  const running = await waitUntilSettled(placement.dataDirectory);
  if (running !== undefined) return { ...running, adopted: true };
  disarmPidFile(placement.dataDirectory);
  const compressesWith = (await supportsLz4(placement, binaries)) ? 'lz4' : 'pglz';
  for (let attempt = 1; ; attempt++) {
    // The port of the last run first: clients that survived a crash of the server find it again.
    const port = await freePort(attempt === 1 ? lastPort(placement) : 0);
    const memoryBytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
    const outcome = await launch(placement, binaries, postgresSettings({ port, memoryBytes, durable, compressesWith }));
    if (typeof outcome !== 'string') {
      fs.writeFileSync(path.join(placement.folder, 'port'), String(outcome.port));
      return { ...outcome, adopted: false };
    }
    // Another process may take the port first, and backends orphaned by a killed postmaster need a moment to notice and
    // leave.
    const passes = /Address already in use|pre-existing shared memory block/i.test(outcome);
    if (!passes || attempt === ATTEMPTS)
      throw explainStartFailure('The database server did not start', outcome, placement.dataDirectory);
    await sleep(200 * attempt);
  }
}

async function waitUntilSettled(dataDirectory: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const server = findRunningServer(dataDirectory);
    if (server === undefined || server.state === 'ready') return server;
    if (Date.now() > deadline)
      throw new PostgresStartError(
        `The database server (process ${server.pid}, ${dataDirectory}) is ${server.state} and does not get ready.`,
      );
    await sleep(POLL_MS);
  }
}

/** Gives what the server printed when it ended instead of getting ready. */
async function launch(
  placement: Placement,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
): Promise<RunningServer | string> {
  const log = openLog(placement.folder);
  const args = [
    '-D',
    placement.dataDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let failure: string | undefined;
  // A session of its own: a signal to our process group must not stop the server under clients that still drain.
  const child = spawn(path.join(binaries.folder, 'bin', 'postgres'), args, {
    ...placement.user.ids,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code, signal) => (failure ??= `It ended with ${signal ?? `code ${code}`}.`));
  child.unref();
  fs.closeSync(log.descriptor);
  const stop = (): void => void child.kill('SIGINT'); // nobody would stop one that outlives the process that starts it
  process.once('exit', stop);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  try {
    while (failure === undefined) {
      const server = findRunningServer(placement.dataDirectory);
      if (server?.pid === child.pid && server?.state === 'ready') return server;
      if (Date.now() > deadline) failure = 'It did not get ready in time.';
      await sleep(POLL_MS);
    }
  } finally {
    process.off('exit', stop);
  }
  return `${readFrom(log.file, log.offset)}\n${failure}`;
}

function openLog(folder: string): { file: string; descriptor: number; offset: number } {
  const file = path.join(folder, 'server.log');
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) fs.renameSync(file, `${file}.1`);
  return { file, descriptor: fs.openSync(file, 'a', 0o600), offset: size > LOG_LIMIT_BYTES ? 0 : size };
}

function readFrom(file: string, offset: number): string {
  return fs.readFileSync(file).subarray(offset).toString('utf8');
}

/** Asks the binary itself whether it was built with LZ4. */
async function supportsLz4({ user, dataDirectory }: Placement, binaries: PostgresBinaries): Promise<boolean> {
  const args = ['-D', dataDirectory, '-c', 'wal_compression=lz4', '-C', 'wal_compression'];
  return (await runProgram(binaries, user, 'postgres', args)).succeeded;
}

function lastPort(placement: Placement): number {
  try {
    return Number(fs.readFileSync(path.join(placement.folder, 'port'), 'utf8')) || 0;
  } catch {
    return 0;
  }
}
