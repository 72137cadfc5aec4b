import { AuditStore, type OperatorAuditEntry } from '@gable/persistence/operation';
import { Command } from 'commander';
import { withDatabase } from '../supervisor/with-database.js';
import { printAnswer } from '../terminal/outcome.js';

const MOST_SHOWN = 1_000;

export function auditCommand(): Command {
  return new Command('audit').addCommand(
    new Command('list')
      .description(`manual actions: who did what and when, newest first, up to ${MOST_SHOWN}`)
      .option('--json', 'one JSON document on standard output')
      .action(({ json }: { json?: boolean }) =>
        withDatabase(async ({ database }) => {
          const entries = await new AuditStore(database).list(MOST_SHOWN);
          printAnswer(json, entries, entries.map(describe).join('\n') || 'There are no manual actions.');
        }),
      ),
  );
}

function describe(entry: OperatorAuditEntry): string {
  const { id, at, actor, action, accountId, account, subject, outcome, finishedAt } = entry;
  const whose = account ?? accountId ?? '-';
  const end = finishedAt === null ? 'not finished' : 'done';
  const [what, result] = [JSON.stringify(subject), JSON.stringify(outcome)];
  return [id, at.toISOString(), actor, action, whose, what, end, result].join('  ');
}
