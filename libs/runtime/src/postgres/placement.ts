import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makeHome } from '../secrets/home-folder.js';
import { findRunningServer } from './running-server.js';
import { canReach, chooseServerUser, giveTo, type ServerUser } from './server-user.js';
import { PostgresStartError } from './start-error.js';

const OUTSIDE = '/var/lib/gable';

/** Where one home keeps what belongs to its database server. */
export interface Placement {
  /** Ours: users and log. Always in the home. */
  readonly folder: string;
  /**
   * The server's: the cluster and what initdb needs. In the home, or outside where the server's user cannot enter the
   * home.
   */
  readonly clusterFolder: string;
  readonly dataDirectory: string;
  readonly outside: boolean;
  /** Where binaries go that have to be copied. */
  readonly copyFolder: string;
  readonly user: ServerUser;
  /** Files of a removed home that were moved out of the way. */
  readonly setAside?: string;
}

/** Makes the folder of a home in which we keep the server's lock, users and log. */
export function makePostgresFolder(home: string): string {
  makeHome(home);
  const folder = path.join(fs.realpathSync(home), 'postgres');
  fs.mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return folder;
}

/** Decides where the cluster lives and as whom it runs; makes its folder. Call it under the home's lock. */
export function placeCluster(folder: string): Placement {
  const inside = path.join(folder, 'cluster');
  const outsideFolder = path.join(
    OUTSIDE,
    createHash('sha256').update(path.dirname(folder)).digest('hex').slice(0, 16),
  );
  if (!isRoot() && !fs.existsSync(inside) && fs.existsSync(outsideFolder)) {
    throw new PostgresStartError(
      `The database files of ${path.dirname(folder)} are in ${outsideFolder}, because root made them. ` +
        'Start as root again, or use another GABLE_HOME.',
    );
  }
  const setAside = fs.existsSync(path.join(folder, 'users')) ? undefined : moveAway(outsideFolder);
  const existing = [inside, outsideFolder].find((each) => fs.existsSync(path.join(each, 'data')));
  const user = chooseServerUser(existing && path.join(existing, 'data'));
  const outside = existing === undefined ? isRoot() && !canReach(user, folder, 'x') : existing === outsideFolder;
  const clusterFolder = outside ? outsideFolder : inside;
  makeClusterFolder(clusterFolder, user);
  return {
    folder,
    clusterFolder,
    dataDirectory: path.join(clusterFolder, 'data'),
    outside,
    copyFolder: isRoot() ? OUTSIDE : folder,
    user,
    setAside,
  };
}

/**
 * Somebody removed the home to start over: its files outside must not come back to life, and are not ours to delete.
 */
function moveAway(clusterFolder: string): string | undefined {
  if (!fs.existsSync(clusterFolder)) return undefined;
  const server = findRunningServer(path.join(clusterFolder, 'data'));
  if (server !== undefined) process.kill(server.pid, 'SIGINT');
  const target = `${clusterFolder}.home-removed-${Date.now()}`;
  fs.renameSync(clusterFolder, target);
  return target;
}

function makeClusterFolder(clusterFolder: string, user: ServerUser): void {
  if (fs.existsSync(clusterFolder)) {
    try {
      fs.accessSync(clusterFolder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
      return;
    } catch (cause) {
      throw new PostgresStartError(
        `The database files in ${clusterFolder} belong to another user. ` +
          'Start as that user or as root, or use another GABLE_HOME.',
        { cause },
      );
    }
  }
  fs.mkdirSync(path.dirname(clusterFolder), { recursive: true, mode: 0o755 });
  fs.mkdirSync(clusterFolder, { mode: 0o700 });
  giveTo(user, clusterFolder);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
