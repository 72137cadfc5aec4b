import fs from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../process/file-lock.js';
import { readPostgresPassword, type SecretsOrigin } from '../secrets/secrets.js';
import { locateBinaries } from './binaries.js';
import { addressOf, clusterVersion, prepareCluster } from './cluster.js';
import { makePostgresFolder, placeCluster, type Placement } from './placement.js';
import { findRunningServer, stopServer } from './running-server.js';
import { countUsers } from './server-users.js';
import { PostgresStartError } from './start-error.js';
import { startServer } from './start-server.js';

/** A move of the embedded database to the major version that this release brings. */
export interface ClusterMove {
  readonly from: number;
  readonly to: number;
  /** The old files, as they were: nobody reads them any more. */
  readonly keptIn: string;
}

/** How the move is done; `home` as for `acquirePostgres`. */
export interface MoveOptions extends Pick<SecretsOrigin, 'secretsFile'> {
  readonly home: string;
  /** Where the npm package with the binaries of an older major version lies unpacked, got for the time of the move. */
  readonly binariesOf: (majorVersion: number, folder: string) => Promise<string>;
  /** Takes everything from one running server to another, which is empty. */
  readonly transfer: (from: string, to: string, folder: string) => Promise<void>;
}

const STOP_TIMEOUT_MS = 60_000;
/** The new files while they are filled, and once they hold everything. */
const UNFINISHED = 'data.moving';
const FINISHED = 'data.moved';

/**
 * Moves the embedded database of a home to this release's major version, beside the old files, which stay. Killed
 * anywhere it leaves the old files in use, or the new ones whole; it can be run again. Answers undefined where the
 * versions are the same.
 * @throws PostgresStartError with a sentence for the operator.
 */
export async function moveCluster({
  home,
  secretsFile,
  binariesOf,
  transfer,
}: MoveOptions): Promise<ClusterMove | undefined> {
  const password = readPostgresPassword({ home, secretsFile });
  const folder = makePostgresFolder(home);
  return withFileLock(path.join(folder, 'lock'), async () => {
    const placement = placeCluster(folder);
    const { clusterFolder, dataDirectory, user, copyFolder } = placement;
    finishMove(dataDirectory);
    const binaries = locateBinaries(user, copyFolder);
    const [from, to] = [clusterVersion(dataDirectory), binaries.majorVersion];
    if (Number.isNaN(from) || from === to) return undefined;
    refuse(placement, from, to);

    const unfinished = { ...placement, dataDirectory: path.join(clusterFolder, UNFINISHED) };
    await stopServer(unfinished.dataDirectory, STOP_TIMEOUT_MS); // of a move that was killed
    fs.rmSync(unfinished.dataDirectory, { recursive: true, force: true });
    const scratch = fs.mkdtempSync(path.join(folder, 'move-'));
    try {
      const older = locateBinaries(user, copyFolder, await binariesOf(from, scratch));
      const source = await startServer(placement, older, true);
      try {
        await prepareCluster(unfinished, binaries, password, true);
        const target = await startServer(unfinished, binaries, true);
        try {
          await transfer(addressOf(source, password), addressOf(target, password), scratch);
        } finally {
          await stopServer(unfinished.dataDirectory, STOP_TIMEOUT_MS);
        }
      } finally {
        await stopServer(dataDirectory, STOP_TIMEOUT_MS);
        if (older.copied) fs.rmSync(older.folder, { recursive: true, force: true });
      }
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true });
    }
    // Whole from here on. A kill between the renames is made good by the next start.
    const keptIn = path.join(clusterFolder, `data.postgresql-${from}-${Date.now()}`);
    fs.renameSync(unfinished.dataDirectory, path.join(clusterFolder, FINISHED));
    fs.renameSync(dataDirectory, keptIn);
    finishMove(dataDirectory);
    return { from, to, keptIn };
  });
}

/** Takes the files of a finished move into use, where it was killed before it could. Call it under the home's lock. */
export function finishMove(dataDirectory: string): void {
  const finished = path.join(path.dirname(dataDirectory), FINISHED);
  if (!fs.existsSync(dataDirectory) && fs.existsSync(finished)) fs.renameSync(finished, dataDirectory);
}

function refuse({ folder, dataDirectory }: Placement, from: number, to: number): void {
  if (from > to)
    throw new PostgresStartError(
      `The database files in ${dataDirectory} were made by PostgreSQL ${from}, this Gable brings ${to}. ` +
        'Use the Gable that made them.',
    );
  if (countUsers(folder) > 0)
    throw new PostgresStartError(
      `Stop what uses this home first (npm start, or a command): its server runs in process ` +
        `${findRunningServer(dataDirectory)?.pid ?? 'that is starting'}.`,
    );
}
