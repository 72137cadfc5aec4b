import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import { migrate, openDatabase, type Database } from '@gable/persistence';
import { acquirePostgres, findRunningServer, makeHome, readSecrets, type EmbeddedPostgres } from '@gable/runtime';

/** An installation of its own: a server, a migrated database and the secrets that its processes share. */
export interface Installation {
  readonly home: string;
  readonly url: string;
  readonly database: Database;
  readonly encryptionKey: string;
}

/** One whose server is of the embedded default, and can be stopped. */
export interface EmbeddedInstallation extends Installation {
  readonly postgres: StoppableServer;
}

/** The server of an installation, for those who stop it. */
export interface StoppableServer {
  readonly dataDirectory: string;
  /**
   * Stops it as `pg_ctl stop -m immediate` does, connections and all, or by `kill -9`, and starts it again after a
   * while; resolves when it takes connections.
   */
  stopAtOnce(downMs: number, signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it where it has ended, as a supervisor does, and answers whether. @throws where it does not start */
  startIfEnded(): Promise<boolean>;
}

/** What is not as the embedded default has it. */
export interface InstallationOptions {
  /** Makes the schema, where that is not this release's. */
  readonly prepare?: (place: Pick<Installation, 'url' | 'home'>) => Promise<unknown>;
  /** Puts the files of the new server, which has ended, somewhere else; answers how to take them away. */
  readonly place?: (clusterFolder: string) => () => void;
}

/** Runs work on a durable server of its own, with the settings of the embedded default; leaves nothing behind. */
export async function withInstallation<T>(
  work: (installation: EmbeddedInstallation) => Promise<T>,
  { prepare = ({ url }) => migrate(url), place }: InstallationOptions = {},
): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-chaos-'));
  fs.chmodSync(home, 0o711); // as root the server runs as another user, who has to get in
  makeHome(home);
  let takeAway: (() => void) | undefined;
  if (place !== undefined) {
    const made = await acquirePostgres({ home });
    await made.release();
    takeAway = place(path.dirname(made.dataDirectory));
  }
  const postgres = await acquirePostgres({ home });
  try {
    await prepare({ url: postgres.url, home });
    const database = await openDatabase(postgres.url, { applicationName: 'gable chaos', poolSize: 6 });
    try {
      return await work({
        home,
        url: postgres.url,
        database,
        encryptionKey: readSecrets(home).signingKeyEncryptionKey,
        postgres: stoppable(postgres),
      });
    } finally {
      await database.close();
    }
  } finally {
    await postgres.release();
    takeAway?.();
    fs.rmSync(path.dirname(postgres.dataDirectory), { recursive: true, force: true });
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Reads feed lines into the store of an installation, as a file that holds them. */
export async function readFeed(installation: Installation, lines: readonly string[]): Promise<void> {
  await ingestFeed(installation.database, asFile(lines), { rejectFile: rejectFileOf(installation) });
}

export async function readDivisions(installation: Installation, lines: readonly string[]): Promise<void> {
  await loadDivisions(installation.database, asFile(lines), { rejectFile: rejectFileOf(installation) });
}

const asFile = (lines: readonly string[]): Readable => Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
const rejectFileOf = ({ home }: Installation): string => path.join(home, 'rejects.ndjson');

function stoppable(postgres: EmbeddedPostgres): StoppableServer {
  return {
    dataDirectory: postgres.dataDirectory,
    async stopAtOnce(downMs, signal = 'SIGQUIT') {
      process.kill(findRunningServer(postgres.dataDirectory)!.pid, signal);
      while (findRunningServer(postgres.dataDirectory) !== undefined) await sleep(20);
      await sleep(downMs);
      const url = await postgres.restart();
      if (url !== postgres.url)
        throw new Error('Another process took the port of the stopped server; workers cannot find it any more.');
    },
    async startIfEnded() {
      if (findRunningServer(postgres.dataDirectory) !== undefined) return false;
      await postgres.restart();
      return true;
    },
  };
}
