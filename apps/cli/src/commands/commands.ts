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
    description: 'customers: who they are, what they may have, whether they are let in',
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
    description: 'the state of everything: stages, queues, receivers, sources, locks; live until Ctrl-C',
    load: async () => (await import('./top/top.js')).topCommand(),
  },
  reindex: {
    takes: '[options]',
    description:
      'make the search index anew beside the one that is searched, and let searches find it; run again, it ' +
      'goes on where it was killed',
    load: async () => (await import('./reindex.js')).reindexCommand(),
  },
  backup: {
    takes: '[options] <file>',
    description: 'write everything of one moment to a file, while everything runs',
    load: async () => (await import('./backup.js')).backupCommand(),
  },
  'upgrade-database': {
    takes: '[options]',
    description: 'move the embedded database to the PostgreSQL that this release brings; the old files are kept',
    load: async () => (await import('./upgrade-database.js')).upgradeDatabaseCommand(),
  },
  restore: {
    takes: '[options] [file]',
    description: 'make this store what a backup says; deliveries are paused then',
    load: async () => (await import('./restore.js')).restoreCommand(),
  },
  delivery: {
    takes: '[command]',
    description: 'whether webhooks and mails go out',
    load: async () => (await import('./delivery.js')).deliveryCommand(),
  },
  dead: {
    takes: '[command]',
    description: 'changes and alerts that were set aside',
    load: async () => (await import('./dead.js')).deadCommand(),
  },
  properties: {
    takes: '[command]',
    description: 'repair by hand which listings are one property',
    load: async () => (await import('./properties.js')).propertiesCommand(),
  },
  regroup: {
    takes: '[options]',
    description:
      'bring the properties of the whole store in line with the present weights; workers go on meanwhile, ' +
      'and a run cut short is gone on with',
    load: async () => (await import('./regroup.js')).regroupCommand(),
  },
  feeds: {
    takes: '[command]',
    description: 'feeds that arrived over HTTP',
    load: async () => (await import('./feeds.js')).feedsCommand(),
  },
  listings: {
    takes: '[command]',
    description: 'repair listings, take them down',
    load: async () => (await import('./listings/listings.js')).listingsCommand(),
  },
  sources: {
    takes: '[command]',
    description: 'the sources of listings',
    load: async () => (await import('./listings/sources.js')).sourcesCommand(),
  },
  secrets: {
    takes: '[command]',
    description: 'the secrets of this installation',
    load: async () => (await import('./secrets.js')).secretsCommand(),
  },
  audit: {
    takes: '[command]',
    description: 'what was done by hand',
    load: async () => (await import('./audit.js')).auditCommand(),
  },
};
