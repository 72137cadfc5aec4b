import { AuditStore, SecretKeyStore, type StoredSecretKey } from '@gable/persistence/operation';
import { openSecrets } from '@gable/runtime';
import { Command } from 'commander';
import { rotateSecrets } from '../secrets/rotate-secrets.js';
import { withDatabase } from '../supervisor/with-database.js';
import { printAnswer } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { actorOption, actorOf } from '../terminal/actor.js';

interface JsonOption {
  json?: boolean;
  by?: string;
}

export function secretsCommand(): Command {
  return new Command('secrets').addCommand(rotateCommand()).addCommand(listCommand()).addCommand(adoptCommand());
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description(
      'take new secrets into use while everything runs; run it again after an interruption, and it continues',
    )
    .option('--prepare', 'only add them for reading; copy the file to the other hosts before the next run')
    .option('--anew', 'take new secrets even if values of an earlier rotation cannot be decrypted')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ prepare, anew, by, json }: JsonOption & { prepare?: boolean; anew?: boolean }) =>
      withDatabase(async ({ database, config, signal }) => {
        const bar = startProgressBar('Re-encrypt', 'values');
        try {
          const done = await rotateSecrets(database, config, {
            by: actorOf(by),
            prepareOnly: prepare,
            anew,
            signal,
            onProgress: (sealed) => bar.update(sealed),
          });
          const { sealed, remaining } = done;
          printAnswer(
            json,
            done,
            `${sealed} values re-encrypted; ${remaining} are still encrypted with older secrets.`,
          );
        } finally {
          bar.stop();
        }
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list the secrets that this database was written with, by id, never the secrets themselves')
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: JsonOption) =>
      withDatabase(async ({ database }) => {
        const keys = (await new SecretKeyStore(database).list()).map(shown);
        const lines = keys.map(
          ({ kind, keyId, state, since }) => `${kind}  ${keyId}  ${state}  ${since.toISOString()}`,
        );
        printAnswer(json, keys, lines.join('\n') || 'No process has written to this database yet.');
      }),
    );
}

function adoptCommand(): Command {
  return new Command('adopt')
    .description('continue with the secrets of this process if the old ones are permanently lost')
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(({ by, json }: JsonOption) =>
      withDatabase(async ({ database, config }) => {
        const store = new SecretKeyStore(database);
        const audit = new AuditStore(database);
        const entry = await audit.begin(actorOf(by), 'secrets adopt', { before: (await store.list()).map(shown) });
        await store.adopt(openSecrets(config));
        const keys = (await store.list()).map(shown);
        await audit.finish(entry, { keys });
        printAnswer(json, keys, 'This database continues with the secrets of this process.');
      }),
    );
}

function shown({ kind, keyId, state, since }: StoredSecretKey) {
  return { kind, keyId, state, since };
}
