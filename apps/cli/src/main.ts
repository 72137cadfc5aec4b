import { ConfigError } from '@gable/runtime';
import { Command, CommanderError } from 'commander';
import { accountsCommand } from './commands/accounts.js';
import { auditCommand } from './commands/audit.js';
import { deadCommand } from './commands/dead.js';
import { divisionsCommand } from './commands/divisions.js';
import { feedsCommand } from './commands/feeds.js';
import { ingestCommand } from './commands/ingest.js';
import { keysCommand } from './commands/keys.js';
import { listingsCommand } from './commands/listings.js';
import { migrateCommand } from './commands/migrate.js';
import { propertiesCommand } from './commands/properties.js';
import { regroupCommand } from './commands/regroup.js';
import { reindexCommand } from './commands/reindex.js';
import { secretsCommand } from './commands/secrets.js';
import { statusCommand } from './commands/status.js';
import { upCommand } from './commands/up.js';
import { FAILED, printFailure, WRONG_USAGE } from './terminal/outcome.js';

const program = new Command('gable')
  .description('Property-listing search and alerting.')
  .showHelpAfterError('(gable help shows what there is)')
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .enablePositionalOptions()
  .exitOverride();

for (const command of [
  upCommand(),
  migrateCommand(),
  accountsCommand(),
  keysCommand(),
  divisionsCommand(),
  ingestCommand(),
  statusCommand(),
  reindexCommand(),
  deadCommand(),
  propertiesCommand(),
  regroupCommand(),
  feedsCommand(),
  listingsCommand(),
  secretsCommand(),
  auditCommand(),
]) {
  program.addCommand(inherit(command));
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Help that was asked for is no mistake.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    if (error.exitCode !== 0 && process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
  } else {
    printFailure(error, process.argv.includes('--json'));
    process.exitCode = error instanceof ConfigError ? WRONG_USAGE : FAILED;
  }
}

/** Commander copies settings to subcommands made with `.command()`, not to those added. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  command.commands.forEach(inherit);
  return command;
}
