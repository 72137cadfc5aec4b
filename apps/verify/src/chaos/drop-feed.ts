import fs from 'node:fs';
import path from 'node:path';

/**
 * Puts a feed into a drop folder: whole, as `mv` does, and old enough to be read at once.
 * @param write fills the file of this path; or its content
 */
export function dropFeed(folder: string, name: string, write: string | Buffer | ((file: string) => void)): void {
  const part = path.join(path.dirname(folder), `${process.pid}.part`);
  if (typeof write === 'function') write(part);
  else fs.writeFileSync(part, write);
  fs.utimesSync(part, new Date(), new Date(Date.now() - 60_000));
  fs.renameSync(part, path.join(folder, name));
}

/** Files of a drop folder that wait to be read, or to be read again: those that were are in `done/` or `failed/`. */
export function waitingFeeds(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** Lines as a file holds them. */
export const asFeed = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
