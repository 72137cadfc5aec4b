import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@gable/platform';
import { Gauge, Registry, sharedRead, type Config } from '@gable/runtime';

/** A folder with more files is looked at so far. */
const MOST_LOOKED_AT = 10_000;

/** What lies in the drop folder and was not read to its end. */
@Injectable()
export class DropFolderGauges {
  constructor(registry: Registry, @Inject(CONFIG) { feedsDir }: Pick<Config, 'feedsDir'>) {
    const read = sharedRead(() => lookAt(feedsDir));
    const gauge = (name: string, help: string, value: 'files' | 'oldestSeconds') =>
      new Gauge({
        name: `gable_drop_folder_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set((await read())[value]);
        },
      });
    gauge('files', 'Files in the drop folder that are read or wait, counted to 10,000.', 'files');
    gauge('oldest_file_seconds', 'How long the oldest of them has lain there; 0 where none does.', 'oldestSeconds');
  }
}

/** By the time of the last change to the entry: a file that is moved in keeps the time of its content. */
async function lookAt(folder: string): Promise<{ files: number; oldestSeconds: number }> {
  let [files, oldestMs] = [0, Infinity];
  const entries = await opendir(folder).catch(() => undefined); // gone: the stage says so
  for await (const entry of entries ?? []) {
    if (entry.name.startsWith('.') || !entry.isFile()) continue;
    const found = await lstat(path.join(folder, entry.name)).catch(() => undefined); // it was read meanwhile
    if (found === undefined) continue;
    oldestMs = Math.min(oldestMs, found.ctimeMs);
    files += 1;
    if (files >= MOST_LOOKED_AT) break;
  }
  return { files, oldestSeconds: files === 0 ? 0 : Math.max(0, Date.now() - oldestMs) / 1_000 };
}
