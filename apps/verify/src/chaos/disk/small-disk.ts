import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { LeftOut } from '../chaos-plan.js';

const BLOCK = Buffer.alloc(1 << 20);

/** A file system of its own for the files of PostgreSQL, in memory, which something else can fill to the last byte. */
export class SmallDisk {
  private folder = '';

  /** @param megabytes of the whole disk */
  constructor(private readonly megabytes: number) {}

  /** Moves the files of a server that has ended onto it; answers how to take it away. */
  place(clusterFolder: string): () => void {
    const { uid, gid, mode } = fs.statSync(clusterFolder);
    const made = `${clusterFolder}.made`;
    fs.renameSync(clusterFolder, made);
    fs.mkdirSync(clusterFolder);
    const options = `size=${this.megabytes}m,uid=${uid},gid=${gid},mode=${(mode & 0o777).toString(8)}`;
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', clusterFolder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new LeftOut(`A small disk needs root and tmpfs: ${error?.message ?? stderr.trim()}`);
    spawnSync('cp', ['-a', `${made}/.`, clusterFolder]);
    fs.rmSync(made, { recursive: true });
    this.folder = clusterFolder;
    return () => void spawnSync('umount', ['-l', clusterFolder]);
  }

  /** Takes all room that is left. */
  fill(): void {
    const file = fs.openSync(this.ballast, 'a');
    try {
      for (;;) fs.writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      fs.closeSync(file);
    }
  }

  /** Gives it back. */
  free(): void {
    fs.rmSync(this.ballast, { force: true });
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}
