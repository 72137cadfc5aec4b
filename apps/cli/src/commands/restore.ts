import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { openDatabase, refuseNewSecrets } from '@gable/persistence';
import { cancelRestore, restoreBackup, type VerifiedBackup } from '@gable/persistence/backup';
import { DeliveryPauseStore } from '@gable/persistence/delivery';
import { SecretKeyStore } from '@gable/persistence/operation';
import { createLogger, openSecrets, readConfig, redact, SecretsRefused, type Config } from '@gable/runtime';
import { Command, InvalidArgumentError } from 'commander';
import { actorOf, actorOption } from '../terminal/actor.js';
import { printAnswer, refusal } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { withDatabaseUrl, withInterrupt } from '../supervisor/with-database.js';

interface RestoreCommandOptions {
  replace?: boolean;
  keepDelivery?: boolean;
  cancel?: boolean;
  by?: string;
  json?: boolean;
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('[file]', 'a file that gable backup wrote')
    .option('--replace', 'restore even if the store is not empty; its contents are removed')
    .option(
      '--keep-delivery',
      'leave deliveries as they were instead of pausing them: waiting ones are sent at the next start',
    )
    .option('--cancel', 'give up a restore that was killed; what the store had before is still there')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(async (file: string | undefined, options: RestoreCommandOptions) => {
      if ((file === undefined) !== (options.cancel === true))
        throw new InvalidArgumentError('Expects a file, or --cancel.');
      const config = readConfig(process.env);
      const log = createLogger({ name: 'gable', level: config.logLevel });
      await withInterrupt((signal) =>
        withDatabaseUrl(config, log, (url) =>
          file === undefined ? cancel(url, options) : restore({ url, file, config, signal }, options),
        ),
      );
    });
}

async function cancel(url: string, { json }: RestoreCommandOptions): Promise<void> {
  const cancelled = await cancelRestore(url);
  printAnswer(json, { cancelled }, cancelled ? 'The restore was given up.' : 'There is no interrupted restore.');
}

interface Restoring {
  readonly url: string;
  readonly file: string;
  readonly config: Config;
  readonly signal: AbortSignal;
}

async function restore({ url, file, config, signal }: Restoring, options: RestoreCommandOptions): Promise<void> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw refusal('ENOENT', `There is no file ${file}. It is read twice, so it cannot be a pipe.`);
  const bars: Partial<Record<string, ReturnType<typeof startProgressBar>>> = {};
  try {
    const backup = await restoreBackup(url, () => createReadStream(file, { highWaterMark: 1 << 18 }), {
      ...options,
      ...{ by: actorOf(options.by), name: path.basename(file), signal },
      onProgress(step, done, total) {
        if (bars[step] === undefined) Object.values(bars).forEach((bar) => bar?.stop());
        bars[step] ??= startProgressBar(step, 'bytes', step === 'Verify' ? found.size : total);
        bars[step].update(done);
      },
    });
    await answer(url, backup, config, options);
  } finally {
    Object.values(bars).forEach((bar) => bar?.stop());
  }
}

async function answer(
  url: string,
  { header, trailer, bytes, sha256 }: VerifiedBackup,
  config: Config,
  { json }: RestoreCommandOptions,
): Promise<void> {
  const database = await openDatabase(url, { poolSize: 1, applicationName: 'gable restore' });
  try {
    const rows = trailer.tables.reduce((sum, table) => sum + table.rows, 0);
    const isPaused = (await new DeliveryPauseStore(database).read()) !== null;
    const admit = async (): Promise<void> => {
      await refuseNewSecrets(database, config);
      await new SecretKeyStore(database).admit(openSecrets(config));
    };
    await admit().catch((error: unknown) => {
      if (!(error instanceof SecretsRefused)) throw error;
      process.stderr.write(`The secrets of this installation are not those of the backup. ${redact(error.message)}\n`);
    });
    printAnswer(
      json,
      { tables: trailer.tables.length, rows, bytes, sha256, createdAt: header.createdAt, deliveryPaused: isPaused },
      `${rows} rows of ${trailer.tables.length} tables, as of ${header.createdAt}.` +
        (isPaused ? ' Nothing is sent until: gable delivery resume' : ''),
    );
  } finally {
    await database.close();
  }
}
