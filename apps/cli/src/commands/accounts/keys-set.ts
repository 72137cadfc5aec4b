import { isUuid } from '@gable/domain';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { Command } from 'commander';
import { withDatabase } from '../../supervisor/with-database.js';
import { actorOption } from '../../terminal/actor.js';
import { audited } from '../../terminal/audited.js';
import { printAnswer } from '../../terminal/outcome.js';
import { limitIn, rateOption, type Said } from './limit-options.js';
import { unknownKey } from './unknown-key.js';

export const AS_ACCOUNT = 'the limit of its account, its plan, or the setting';

export function setCommand(): Command {
  return new Command('set')
    .description('change how many requests per minute a key may make; takes effect within 10 s')
    .argument('<uuid>', 'the public uuid of the key')
    .addOption(rateOption('it', AS_ACCOUNT).makeOptionMandatory())
    .addOption(actorOption())
    .option('--json', 'one JSON document on standard output')
    .action(
      (
        apiKeyUuid: string,
        { requestsPerMinute: said, by, json }: { requestsPerMinute: Said; by?: string; json?: boolean },
      ) =>
        withDatabase(async ({ database }) => {
          const store = new ApiKeyStore(database);
          const accountId = isUuid(apiKeyUuid) ? await store.accountOf(apiKeyUuid) : null;
          if (accountId === null) throw unknownKey(apiKeyUuid);
          const requestsPerMinute = limitIn(said);
          const subject = { apiKeyUuid, requestsPerMinute };
          await audited(database, { action: 'keys set', subject, accountId, by }, async () => {
            await store.limit(apiKeyUuid, requestsPerMinute);
            return {};
          });
          const told =
            requestsPerMinute === 0 ? 'as many requests as it likes' : `${requestsPerMinute} requests a minute`;
          printAnswer(
            json,
            { apiKeyUuid, requestsPerMinute },
            `Key ${apiKeyUuid} may make ${requestsPerMinute === null ? `requests up to ${AS_ACCOUNT}` : told}.`,
          );
        }),
    );
}
