import { identifyProcess } from '@gable/runtime';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { refusal } from './outcome.js';

/**
 * Writes a file that is there whole or not at all: under another name beside it, brought to the disk, then renamed. For
 * its owner alone. Removes what a failure leaves. What is there and no regular file is refused, and stays.
 */
export async function writeWholeFile<T>(file: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  refuseOtherThanFile(file);
  await removeLeftOver(file);
  const partial = `${file}.${hostname()}.${process.pid}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    const result = await write(handle.createWriteStream({ flush: true, autoClose: true }));
    refuseOtherThanFile(file); // a rename replaces whatever has the name by now
    await fs.promises.rename(partial, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return result;
  } catch (error) {
    await handle.close().catch(() => {});
    await fs.promises.rm(partial, { force: true });
    throw error;
  }
}

/** A rename would put a file where a device, a pipe or a link is that others use. */
function refuseOtherThanFile(file: string): void {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  if (found.isDirectory()) throw refusal('EISDIR', `${file} is a folder.`);
  const [kind, instead] = found.isSymbolicLink()
    ? ['symbolic link', 'Name the file that it leads to']
    : found.isFIFO()
      ? ['pipe', 'Name a file']
      : found.isSocket()
        ? ['socket', 'Name a file']
        : ['device', 'Name a file'];
  throw refusal('EEXIST', `${file} is a ${kind}, and would be replaced by a file. ${instead}, or - and a redirection.`);
}

/** After so long nobody on another host, whose processes are not seen here, writes any more. */
const ABANDONED_MS = 24 * 3_600_000;

/** Removes what processes left beside the file that were killed while they wrote it. */
async function removeLeftOver(file: string): Promise<void> {
  const [folder, start] = [path.dirname(path.resolve(file)), `${path.basename(file)}.`];
  for (const name of await fs.promises.readdir(folder).catch(() => [])) {
    const [, host, pid] = (name.startsWith(start) && PARTIAL.exec(name.slice(start.length))) || [];
    if (pid === undefined) continue;
    const partial = path.join(folder, name);
    const isGone =
      host === hostname()
        ? Number(pid) === process.pid || identifyProcess(Number(pid)) === undefined
        : Date.now() - (fs.statSync(partial, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > ABANDONED_MS;
    if (isGone) await fs.promises.rm(partial, { force: true });
  }
}

/** `HOST.PID.partial`; earlier releases named no host. */
const PARTIAL = /^(?:(.+)\.)?(\d+)\.partial$/;

/** The new name is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
