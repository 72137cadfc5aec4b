import { constants, type ReadStream, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** A feed that waits in the drop folder. */
export interface WaitingFeed {
  /** As logs and the other folders name it. */
  readonly name: string;
  readonly path: Buffer;
  readonly bytes: number;
  /** Inode, size and time: of a file that is written to it changes. */
  readonly version: string;
  /** How often the worker ended while it read this file. */
  readonly deaths: number;
}

/** Tells whether a file is still the one that was seen, and as it was. */
export function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}`;
}

/** Opens a feed, never what has come in its place: no link, no pipe. */
export async function openFeed({ path }: WaitingFeed): Promise<ReadStream> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle.createReadStream();
  await handle.close();
  throw new Error('it is no regular file any more');
}

/** Whether the file is the one that was opened, and nothing was written to it since. */
export async function isUnchanged({ path, version }: WaitingFeed): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && versionOf(found) === version;
}

/** Whether a file that was moved is that feed, as it was seen. Where it is now it may have another inode. */
export function isStill({ version }: WaitingFeed, found: Stats): boolean {
  const withoutInode = (text: string): string => text.slice(text.indexOf(':'));
  return withoutInode(versionOf(found)) === withoutInode(version);
}
