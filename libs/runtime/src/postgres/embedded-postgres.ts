import fs from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../process/file-lock.js';
import { readPostgresPassword, type SecretsOrigin } from '../secrets/secrets.js';
import { locateBinaries } from './binaries.js';
import { addressOf, checkVersion, prepareCluster } from './cluster.js';
import { finishMove } from './move-cluster.js';
import { makePostgresFolder, placeCluster, type Placement } from './placement.js';
import { askToStop, findRunningServer, stopServer } from './running-server.js';
import { countUsers, joinUsers } from './server-users.js';
import { explainFullDisk, isFullDisk } from './start-error.js';
import { startServer } from './start-server.js';

/** Longer than a checkpoint of the shared buffers takes, shorter than what is left of the 15 s of a shutdown. */
const STOP_TIMEOUT_MS = 8_000;

/** The embedded server, as one of its users sees it. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:port/gable`, with the password. */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly dataDirectory: string;
  /** The cluster was made now. */
  readonly created: boolean;
  /** The server was running already. */
  readonly adopted: boolean;
  /** Sentences the operator should read: where the files are when that is a surprise. */
  readonly notes: readonly string[];
  /** Whether the server still runs. */
  isRunning(): boolean;
  /**
   * Ends a server at once that somebody asked to stop once its clients have left (`kill PID`): they are ours and stay,
   * and it lets nobody in any more. @returns whether there was such a one.
   */
  endStopping(): boolean;
  /**
   * Starts the server again after it crashed, on the same port if that is free. @returns the address, which only
   * differs where the port was taken.
   */
  restart(): Promise<string>;
  /**
   * Takes this user off; the last one out stops the server. Safe to call twice. A process that ends without it is taken
   * off as it ends, unless a signal kills it.
   */
  release(stopTimeoutMs?: number): Promise<void>;
}

/** How to use the embedded server. */
export interface EmbeddedPostgresOptions extends Pick<SecretsOrigin, 'secretsFile'> {
  /** GABLE_HOME. Two homes have two servers. */
  readonly home: string;
  /** False only for throw-away test clusters (no fsync). */
  readonly durable?: boolean;
  /** Whether the server goes on where the process ends without having released it; somebody else stops it then. */
  readonly outlivesProcess?: boolean;
  /** Where another package with binaries was unpacked; default: the one that npm installed. */
  readonly binariesFolder?: string;
}

/**
 * Gives the embedded PostgreSQL of a home: makes it at first use, adopts one that runs, starts it else. Processes that
 * use the same home share one server.
 * @throws PostgresStartError with a sentence for the operator.
 */
export async function acquirePostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await acquire(options);
  } catch (error) {
    throw explainFullDisk(error, options.home);
  }
}

async function acquire({
  home,
  secretsFile,
  durable = true,
  outlivesProcess = false,
  binariesFolder,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgresPassword = readPostgresPassword({ home, secretsFile });
  const folder = makePostgresFolder(home);
  const lock = path.join(folder, 'lock');
  const locked = <T>(work: () => Promise<T>): Promise<T> => withFileLock(lock, work, 15 * 60_000);

  return locked(async () => {
    const placement = placeCluster(folder);
    const binaries = locateBinaries(placement.user, placement.copyFolder, binariesFolder);
    finishMove(placement.dataDirectory);
    const isServing = findRunningServer(placement.dataDirectory) !== undefined;
    if (isServing) checkVersion(placement.dataDirectory, binaries); // its launcher may have been another release
    const created = !isServing && (await prepareCluster(placement, binaries, postgresPassword, durable));
    let server = await startServer(placement, binaries, durable);
    const leave = joinUsers(folder);
    const abandon = (): void => {
      leave();
      // Whoever holds the lock begins, and needs the server, or leaves, and looks by itself.
      if (countUsers(folder) === 0 && !fs.existsSync(lock)) askToStop(placement.dataDirectory);
    };
    if (!outlivesProcess) process.once('exit', abandon);
    const leaveServer = async (stopTimeoutMs: number): Promise<void> => {
      leave();
      if (countUsers(folder) === 0) await stopServer(placement.dataDirectory, stopTimeoutMs);
      process.off('exit', abandon);
    };
    let released: Promise<void> | undefined;

    return {
      url: addressOf(server, postgresPassword),
      pid: server.pid,
      port: server.port,
      dataDirectory: placement.dataDirectory,
      created,
      adopted: server.adopted,
      notes: [
        ...describePlacement(placement),
        ...(binaries.copied
          ? [
              `The PostgreSQL binaries were copied to ${binaries.folder}, ` +
                "because the database server's user cannot use those in node_modules.",
            ]
          : []),
      ],
      isRunning: () => findRunningServer(placement.dataDirectory)?.pid === server.pid,
      endStopping: () => {
        const isStopping = findRunningServer(placement.dataDirectory)?.state === 'stopping';
        if (isStopping) askToStop(placement.dataDirectory);
        return isStopping;
      },
      restart: () =>
        locked(async () => addressOf((server = await startServer(placement, binaries, durable)), postgresPassword)),
      release: (stopTimeoutMs = STOP_TIMEOUT_MS) =>
        (released ??= locked(() => leaveServer(stopTimeoutMs)).catch((error: unknown) => {
          if (!isFullDisk(error)) throw error;
          return leaveServer(stopTimeoutMs); // nobody else finds room for a lock either
        })),
    };
  });
}

function describePlacement({ outside, clusterFolder, folder, user, setAside }: Placement): string[] {
  const notes: string[] = [];
  if (user.ids !== undefined) notes.push(`PostgreSQL refuses to run as root: it runs as user ${user.ids.uid}.`);
  if (outside) notes.push(`The database files are in ${clusterFolder}, because that user cannot enter ${folder}.`);
  if (setAside !== undefined)
    notes.push(
      `The home was removed since its last use; its old database files were moved to ${setAside} and can be deleted.`,
    );
  return notes;
}
