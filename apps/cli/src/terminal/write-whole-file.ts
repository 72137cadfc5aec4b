import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { refusal } from './outcome.js';

/**
 * Writes a file that is there whole or not at all: under another name beside it, brought to the disk, then renamed. For
 * its owner alone. Removes what a failure leaves. A folder is refused before anything is written.
 */
export async function writeWholeFile<T>(file: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw refusal('EISDIR', `${file} is a folder.`);
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    const result = await write(handle.createWriteStream({ flush: true, autoClose: true }));
    await fs.promises.rename(partial, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return result;
  } catch (error) {
    await handle.close().catch(() => {});
    await fs.promises.rm(partial, { force: true });
    throw error;
  }
}

/** The new name is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
