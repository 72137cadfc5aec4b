import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** As whom the database server runs: `ids` undefined = as ourselves. PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly ids?: { readonly uid: number; readonly gid: number };
}

/** `nobody` on Debian, Alpine and their kin; the number works without an entry in the user list. */
const NOBODY = 65534;

/** Root starts the server as the owner of existing files, else as nobody. */
export function chooseServerUser(dataDirectory?: string): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const owner = dataDirectory === undefined ? undefined : fs.statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { ids: { uid: owner.uid, gid: owner.gid } };
  return { ids: { uid: NOBODY, gid: NOBODY } };
}

/**
 * Whether the user can read (`r`) or enter and execute (`x`) a path. Asked of the system itself: modes alone do not
 * tell about parents, ACLs and mounts.
 */
export function canReach(user: ServerUser, target: string, access: 'r' | 'x'): boolean {
  if (user.ids === undefined) {
    try {
      fs.accessSync(target, access === 'r' ? fs.constants.R_OK : fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  return (
    spawnSync('/bin/sh', ['-c', 'test -"$1" "$2"', 'sh', access, target], { ...user.ids, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/** Hands a file or folder of ours to the server's user. */
export function giveTo(user: ServerUser, target: string): void {
  if (user.ids !== undefined) fs.chownSync(target, user.ids.uid, user.ids.gid);
}
