import { ConfigError } from '@gable/runtime';
import { Command, CommanderError } from 'commander';
import { FAILED, printFailure, WRONG_USAGE } from './terminal/outcome.js';

/** Each is loaded where it is asked for: half of the time of a short command would be the modules of the others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.js')).upCommand(),
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand(),
  plans: async () => (await import('./commands/accounts/plans.js')).plansCommand(),
  accounts: async () => (await import('./commands/accounts/accounts.js')).accountsCommand(),
  keys: async () => (await import('./commands/accounts/keys.js')).keysCommand(),
  divisions: async () => (await import('./commands/divisions.js')).divisionsCommand(),
  ingest: async () => (await import('./commands/ingest.js')).ingestCommand(),
  status: async () => (await import('./commands/status.js')).statusCommand(),
  top: async () => (await import('./commands/top/top.js')).topCommand(),
  reindex: async () => (await import('./commands/reindex.js')).reindexCommand(),
  backup: async () => (await import('./commands/backup.js')).backupCommand(),
  'upgrade-database': async () => (await import('./commands/upgrade-database.js')).upgradeDatabaseCommand(),
  restore: async () => (await import('./commands/restore.js')).restoreCommand(),
  delivery: async () => (await import('./commands/delivery.js')).deliveryCommand(),
  dead: async () => (await import('./commands/dead.js')).deadCommand(),
  properties: async () => (await import('./commands/properties.js')).propertiesCommand(),
  regroup: async () => (await import('./commands/regroup.js')).regroupCommand(),
  feeds: async () => (await import('./commands/feeds.js')).feedsCommand(),
  listings: async () => (await import('./commands/listings/listings.js')).listingsCommand(),
  sources: async () => (await import('./commands/listings/sources.js')).sourcesCommand(),
  secrets: async () => (await import('./commands/secrets.js')).secretsCommand(),
  audit: async () => (await import('./commands/audit.js')).auditCommand(),
};

const program = new Command('gable')
  .description('Property-listing search and alerting.')
  .showHelpAfterError('(gable help shows what there is)')
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .enablePositionalOptions()
  .exitOverride();

for (const load of wantedCommands(process.argv[2])) program.addCommand(inherit(await load()));

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

/** The one that is named; all of them where none is, for help and for what is mistyped. */
function wantedCommands(name: string | undefined): (() => Promise<Command>)[] {
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return named === undefined ? Object.values(COMMANDS) : [named];
}

/** Commander copies settings to subcommands made with `.command()`, not to those added. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  command.commands.forEach(inherit);
  return command;
}
