import type { Command } from 'commander';

/** What the list of commands says of one, and how it is had. */
export interface CommandOutline {
  /** Behind its name. */
  readonly takes: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/** One is loaded where it is asked for: half of the time of a short command would be the modules of the others. */
export const COMMANDS: Readonly<Record<string, CommandOutline>> = {
  up: {
    takes: '[options]',
    description: 'run the whole service: database, API and worker',
    load: async () => (await import('./up.js')).upCommand(),
  },
  migrate: {
    takes: '[options]',
    description: 'bring the database schema up to date',
    load: async () => (await import('./migrate.js')).migrateCommand(),
  },
  plans: {
    takes: '[command]',
    description: 'limits that accounts share: gable accounts set NAME --plan PLAN',
    load: async () => (await import('./accounts/plans.js')).plansCommand(),
  },
  accounts: {
    takes: '[command]',
    description: 'customers: list, create, limit, block and delete them',
    load: async () => (await import('./accounts/accounts.js')).accountsCommand(),
  },
  keys: {
    takes: '[command]',
    description: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./accounts/keys.js')).keysCommand(),
  },
  divisions: {
    takes: '[options] <file...>',
    description: 'load administrative areas (NDJSON, plain or gzip, parents first)',
    load: async () => (await import('./divisions.js')).divisionsCommand(),
  },
  ingest: {
    takes: '[options] <file...>',
    description: 'read feeds (NDJSON, plain or gzip) into the store',
    load: async () => (await import('./ingest.js')).ingestCommand(),
  },
  status: {
    takes: '[options]',
    description: 'how much is stored and how much still waits for the worker',
    load: async () => (await import('./status.js')).statusCommand(),
  },
  top: {
    takes: '[options]',
    description: 'live view of everything, until Ctrl-C: stages, queues, receivers, sources, locks',
    load: async () => (await import('./top/top.js')).topCommand(),
  },
  reindex: {
    takes: '[options]',
    description:
      'build a new search index while the old one stays in use, then switch to it; run it again after an ' +
      'interruption, and it continues',
    load: async () => (await import('./reindex.js')).reindexCommand(),
  },
  backup: {
    takes: '[options] <file>',
    description: 'write the whole store, as of one moment, to a file while everything runs',
    load: async () => (await import('./backup.js')).backupCommand(),
  },
  'upgrade-database': {
    takes: '[options]',
    description: 'move the embedded database to the PostgreSQL of this release; the old files are kept',
    load: async () => (await import('./upgrade-database.js')).upgradeDatabaseCommand(),
  },
  restore: {
    takes: '[options] [file]',
    description: 'restore this store from a backup; deliveries are paused afterwards',
    load: async () => (await import('./restore.js')).restoreCommand(),
  },
  delivery: {
    takes: '[command]',
    description: 'pause and resume webhooks and e-mails',
    load: async () => (await import('./delivery.js')).deliveryCommand(),
  },
  dead: {
    takes: '[command]',
    description: 'changes and alerts that were quarantined',
    load: async () => (await import('./dead.js')).deadCommand(),
  },
  properties: {
    takes: '[command]',
    description: 'correct manually which listings are one property',
    load: async () => (await import('./properties.js')).propertiesCommand(),
  },
  regroup: {
    takes: '[options]',
    description:
      'apply the current weights to the properties of the whole store, while workers go on; run it again ' +
      'after an interruption, and it continues',
    load: async () => (await import('./regroup.js')).regroupCommand(),
  },
  feeds: {
    takes: '[command]',
    description: 'feeds that arrived over HTTP',
    load: async () => (await import('./feeds.js')).feedsCommand(),
  },
  listings: {
    takes: '[command]',
    description: 'repair or remove listings',
    load: async () => (await import('./listings/listings.js')).listingsCommand(),
  },
  sources: {
    takes: '[command]',
    description: 'remove sources of listings',
    load: async () => (await import('./listings/sources.js')).sourcesCommand(),
  },
  secrets: {
    takes: '[command]',
    description: 'the secrets of this installation',
    load: async () => (await import('./secrets.js')).secretsCommand(),
  },
  audit: {
    takes: '[command]',
    description: 'list manual actions',
    load: async () => (await import('./audit.js')).auditCommand(),
  },
};
