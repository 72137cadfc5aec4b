import { ConfigError } from '@gable/runtime';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { endWithOutput } from './terminal/end-with-output.js';
import { FAILED, printFailure, WRONG_USAGE } from './terminal/outcome.js';

/** What the list of commands says of one, and how it is had. */
interface CommandOutline {
  /** Behind its name. */
  readonly takes: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/** One is loaded where it is asked for: half of the time of a short command would be the modules of the others. */
const COMMANDS: Readonly<Record<string, CommandOutline>> = {
  up: {
    takes: '[options]',
    description: 'run the whole service: database, API and worker',
    load: async () => (await import('./commands/up.js')).upCommand(),
  },
  migrate: {
    takes: '[options]',
    description: 'bring the database schema up to date',
    load: async () => (await import('./commands/migrate.js')).migrateCommand(),
  },
  plans: {
    takes: '[command]',
    description: 'limits that accounts share: gable accounts set NAME --plan PLAN',
    load: async () => (await import('./commands/accounts/plans.js')).plansCommand(),
  },
  accounts: {
    takes: '[command]',
    description: 'customers: who they are, what they may have, whether they are let in',
    load: async () => (await import('./commands/accounts/accounts.js')).accountsCommand(),
  },
  keys: {
    takes: '[command]',
    description: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./commands/accounts/keys.js')).keysCommand(),
  },
  divisions: {
    takes: '[options] <file...>',
    description: 'load administrative areas (NDJSON, plain or gzip, parents first)',
    load: async () => (await import('./commands/divisions.js')).divisionsCommand(),
  },
  ingest: {
    takes: '[options] <file...>',
    description: 'read feeds (NDJSON, plain or gzip) into the store',
    load: async () => (await import('./commands/ingest.js')).ingestCommand(),
  },
  status: {
    takes: '[options]',
    description: 'how much is stored and how much still waits for the worker',
    load: async () => (await import('./commands/status.js')).statusCommand(),
  },
  top: {
    takes: '[options]',
    description: 'the state of everything: stages, queues, receivers, sources, locks; live until Ctrl-C',
    load: async () => (await import('./commands/top/top.js')).topCommand(),
  },
  reindex: {
    takes: '[options]',
    description:
      'make the search index anew beside the one that is searched, and let searches find it; run again, it ' +
      'goes on where it was killed',
    load: async () => (await import('./commands/reindex.js')).reindexCommand(),
  },
  backup: {
    takes: '[options] <file>',
    description: 'write everything of one moment to a file, while everything runs',
    load: async () => (await import('./commands/backup.js')).backupCommand(),
  },
  'upgrade-database': {
    takes: '[options]',
    description: 'move the embedded database to the PostgreSQL that this release brings; the old files are kept',
    load: async () => (await import('./commands/upgrade-database.js')).upgradeDatabaseCommand(),
  },
  restore: {
    takes: '[options] [file]',
    description: 'make this store what a backup says; deliveries are paused then',
    load: async () => (await import('./commands/restore.js')).restoreCommand(),
  },
  delivery: {
    takes: '[command]',
    description: 'whether webhooks and mails go out',
    load: async () => (await import('./commands/delivery.js')).deliveryCommand(),
  },
  dead: {
    takes: '[command]',
    description: 'changes and alerts that were set aside',
    load: async () => (await import('./commands/dead.js')).deadCommand(),
  },
  properties: {
    takes: '[command]',
    description: 'repair by hand which listings are one property',
    load: async () => (await import('./commands/properties.js')).propertiesCommand(),
  },
  regroup: {
    takes: '[options]',
    description:
      'bring the properties of the whole store in line with the present weights; workers go on meanwhile, ' +
      'and a run cut short is gone on with',
    load: async () => (await import('./commands/regroup.js')).regroupCommand(),
  },
  feeds: {
    takes: '[command]',
    description: 'feeds that arrived over HTTP',
    load: async () => (await import('./commands/feeds.js')).feedsCommand(),
  },
  listings: {
    takes: '[command]',
    description: 'repair listings, take them down',
    load: async () => (await import('./commands/listings/listings.js')).listingsCommand(),
  },
  sources: {
    takes: '[command]',
    description: 'the sources of listings',
    load: async () => (await import('./commands/listings/sources.js')).sourcesCommand(),
  },
  secrets: {
    takes: '[command]',
    description: 'the secrets of this installation',
    load: async () => (await import('./commands/secrets.js')).secretsCommand(),
  },
  audit: {
    takes: '[command]',
    description: 'what was done by hand',
    load: async () => (await import('./commands/audit.js')).auditCommand(),
  },
};

const program = new Command('gable')
  .description('Property-listing search and alerting.')
  .showHelpAfterError('(gable help shows what there is)')
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .enablePositionalOptions()
  .exitOverride();

endWithOutput(process);
const wanted = outlineOf(nameIn(process.argv.slice(2)));
if (wanted === undefined) list(COMMANDS);
else program.addCommand(inherit((await wanted.load()).description(wanted.description)));

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Help that was asked for is no mistake.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    // Commander writes what it finds wrong itself, but not what a command finds wrong when it runs.
    if (error instanceof InvalidArgumentError) process.stderr.write(`error: ${error.message}\n`);
    if (error.exitCode !== 0 && process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
  } else {
    printFailure(error, process.argv.includes('--json'));
    process.exitCode = error instanceof ConfigError ? WRONG_USAGE : FAILED;
  }
}

/** What is asked for, or whose help is. */
function nameIn([first = '', second = '']: readonly string[]): string {
  return first === 'help' || first === '--' ? second : first;
}

function outlineOf(name: string): CommandOutline | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

/** Names alone: for help, and for a word that is none of them. */
function list(commands: typeof COMMANDS): void {
  program.configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` });
  for (const [name, { takes, description }] of Object.entries(commands))
    program.addCommand(new Command(name).usage(takes).description(description));
}

/** Commander copies settings to subcommands made with `.command()`, not to those added. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  command.commands.forEach(inherit);
  return command;
}
