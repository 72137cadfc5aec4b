import {
  describeSchema,
  markedName,
  migrate,
  openDatabase,
  readSchemaState,
  refuseNewSecretsOf,
  refuseTwoDatabases,
  type Database,
} from '@gable/persistence';
import {
  acquirePostgres,
  ConfigError,
  connectionProblem,
  createLogger,
  makeHome,
  readConfig,
  redact,
  type Config,
  type Logger,
} from '@gable/runtime';
import { refusal } from '../terminal/outcome.js';

/** What a command works with. */
export interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Aborts at the first SIGINT, SIGTERM or SIGHUP: finish what is under way, begin nothing. */
  readonly signal: AbortSignal;
}

/**
 * Where a command finds its database: the operator's, or the embedded one, running or started for the time of the
 * command.
 */
export async function withDatabaseUrl<T>(
  config: Config,
  log: Logger,
  work: (url: string, embedded: boolean) => Promise<T>,
): Promise<T> {
  makeHome(config.home);
  const url = config.databaseDirectUrl ?? config.databaseUrl; // commands hold locks, which a pooler does not
  if (url !== undefined) {
    await compareAddresses(config);
    return named(config, () => work(url, false));
  }
  const postgres = await acquirePostgres(config);
  for (const note of postgres.notes) log.debug(note);
  try {
    return await work(postgres.url, true);
  } finally {
    await postgres.release();
  }
}

/** Says of a connection that cannot be opened which setting led there. */
export async function named<T>({ databaseUrl, databaseDirectUrl }: Config, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    const used = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    const problem = connectionProblem(error, { [used]: databaseDirectUrl ?? databaseUrl });
    throw problem === undefined ? error : refusal('DATABASE_UNREACHABLE', problem);
  });
}

/** Before secrets are made for a database that knows others. @throws SecretsRefused */
export async function refuseToMakeSecrets(config: Config): Promise<void> {
  await named(config, () => refuseNewSecretsOf(config));
}

/**
 * A command would do its work in another database than that of the service. A pooler that is down keeps nobody from
 * working on the database itself. @throws ConfigError
 */
export async function compareAddresses({ databaseUrl, databaseDirectUrl: directUrl }: Config): Promise<void> {
  if (databaseUrl === undefined || directUrl === undefined) return;
  try {
    // Not a name of Gable's: a pooler keeps it on a connection, and a restore would wait for who has gone.
    const database = await openDatabase(databaseUrl, { poolSize: 1, applicationName: 'comparison', directUrl });
    await refuseTwoDatabases(database).finally(() => database.close());
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = redact(error instanceof Error ? error.message : String(error));
    process.stderr.write(
      `DATABASE_URL and DATABASE_DIRECT_URL were not compared, because one of them does not answer: ${reason}\n`,
    );
  }
}

/**
 * Runs a command on an open database. The embedded database always has the schema of the running Gable; the schema of
 * an operator's own is only touched by `gable migrate` and `gable up`.
 */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const log = createLogger({ name: 'gable', level: config.logLevel });
  return withInterrupt((signal) =>
    withDatabaseUrl(config, log, async (url, embedded) => {
      if (embedded) await migrate(url);
      signal.throwIfAborted();
      const database = await openDatabase(url, { applicationName: markedName('gable command'), poolSize: 4 });
      try {
        const schema = await readSchemaState(database); // throws where a newer release wrote it
        if (schema.kind === 'restoring') throw new Error(describeSchema(schema));
        return await work({ config, database, log, signal });
      } finally {
        await database.close();
      }
    }),
  );
}

/** SIGHUP: the terminal was closed. */
const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first interrupt lets the work end in order, the second ends the process. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new DOMException('Interrupted; committed work stays.', 'AbortError'));
  };
  for (const name of INTERRUPTS) process.on(name, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of INTERRUPTS) process.off(name, interrupt);
  }
}
