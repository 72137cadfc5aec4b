import { constants } from 'node:fs';
import { mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/**
 * A folder of ours inside of one that others may write to. What is done in it while it is held is done there, even
 * where its name leads somewhere else meanwhile (not beyond Linux, which alone reaches an open folder by its handle).
 */
export class OwnFolder {
  private constructor(
    private readonly handle: FileHandle,
    private readonly folder: string,
  ) {}

  /** Makes it where it is missing. @throws ENOTDIR where its name is that of a link or a file */
  static async hold(folder: string): Promise<OwnFolder> {
    await mkdir(folder, { recursive: true });
    const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
    return new OwnFolder(await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), folder);
  }

  static async use<T>(folder: string, work: (held: OwnFolder) => Promise<T>): Promise<T> {
    const held = await OwnFolder.hold(folder);
    try {
      return await work(held);
    } finally {
      await held.close();
    }
  }

  /** How a file in it is reached for as long as it is held. */
  fileOf(name: string): string {
    return path.join(process.platform === 'linux' ? `/proc/self/fd/${this.handle.fd}` : this.folder, name);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Writes a file in the place of what has its name, never through a link that has it. */
export async function writeAnew(file: string, text: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}
