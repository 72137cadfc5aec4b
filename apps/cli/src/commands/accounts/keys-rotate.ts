import { isUuid } from '@gable/domain';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { parseDurationMs } from '@gable/runtime';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { expiresOption, refusePast } from './expires-option.js';
import { newApiKey } from './new-api-key.js';
import { unknownKey } from './unknown-key.js';

/** Long enough for a deployment on the next working day. */
const KEEP = '24h';

interface RotateOptions {
  keep: number;
  expires?: Date;
  by?: string;
  json?: boolean;
}

export function rotateCommand(): Command {
  return new Command('rotate')
    .description(
      'create a key that replaces another one; the old key stays valid for a while, so that its holder can ' +
        'change over',
    )
    .argument('<uuid>', 'the public uuid of the key to replace')
    .addOption(
      new Option('--keep <duration>', 'how long the old key stays valid').argParser(keepOf).default(keepOf(KEEP), KEEP),
    )
    .addOption(expiresOption('by default, the same as for the old key'))
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action((replaces: string, { keep, expires, by, json }: RotateOptions) =>
      withDatabase(async ({ database, config }) => {
        const { apiKey, ...secret } = await newApiKey(database, config);
        const now = await database.now();
        refusePast(expires, now);
        const until = new Date(now.getTime() + keep);
        const store = new ApiKeyStore(database);
        const accountId = isUuid(replaces) ? await store.accountOf(replaces) : null;
        if (accountId === null) throw unknownKey(replaces);
        const subject = { apiKeyUuid: replaces, until };
        const { replacedUntil, apiKeyUuid, role, sources, scopes, requestsPerMinute, name, expiresAt } = await audited(
          database,
          { action: 'keys rotate', subject, accountId, by },
          async () => {
            const made = await store.replace(replaces, { ...secret, expiresAt: expires }, now, until);
            if (made === null)
              throw unknownKey(replaces, ' that can be replaced, because it has ended or was already replaced');
            return made;
          },
          (made) => ({ apiKeyUuid: made.apiKeyUuid, expiresAt: made.expiresAt }),
        );
        const whose = `Key ${apiKeyUuid}${expiresAt === null ? '' : `, good until ${expiresAt.toISOString()},`}`;
        printAnswer(
          json,
          { apiKeyUuid, apiKey, role, sources, scopes, requestsPerMinute, name, expiresAt, replaces, replacedUntil },
          `${apiKey}\n${whose} takes the place of ${replaces}, which is good until ${replacedUntil.toISOString()}. ` +
            'It is not shown again.',
        );
      }),
    );
}

function keepOf(text: string): number {
  const keepMs = parseDurationMs(text);
  if (keepMs === undefined)
    throw new InvalidArgumentError('Expects a duration such as 30m, 24h or 7d, of 1000y at most; 0s = at once.');
  return keepMs;
}
