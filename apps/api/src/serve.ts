import {
  ConfigModule,
  DatabaseModule,
  DatabaseServer,
  LoggingModule,
  MetricsModule,
  NetworkModule,
  SearchModule,
  startTracing,
  WaitingRoom,
} from '@gable/platform';
import {
  ACCEPTED_IN_A_TURN,
  AcceptTogether,
  announcePort,
  ConfigError,
  connectionProblem,
  Health,
  listeningProblem,
  Registry,
  Shutdown,
  type Config,
  type Logger,
} from '@gable/runtime';
import { refuseNewSecretsOf, SchemaTooNew } from '@gable/persistence';
import { createApi } from './create-api.js';
import { ACCESS_DATABASE } from './databases/databases.module.js';
import { connectionsOf } from './databases/pools.js';
import { DivisionSearch } from './geo/division-search.js';
import { answerEarly } from './http/raw-problems.js';
import { SupervisorLink } from './processes/supervisor-link.js';
import { SupervisorModule } from './processes/supervisor.module.js';
import { isOneOfSeveral } from './processes/supervises.js';
import { warmUp } from './warm-up.js';

/** When the names of divisions are laid out, for half a second, after the process listens. */
const NAMES_AFTER_MS = 1_000;

/** One process that answers: alone, or beside others that a supervisor started. */
export async function run(config: Config, log: Logger): Promise<void> {
  const supervisor = isOneOfSeveral() ? new SupervisorLink() : undefined;
  const shutdown = new Shutdown({ log });
  shutdown.listen(); // a start that is interrupted has nothing to finish: it ends at once
  const stopTracing = await startTracing('gable-api', config);
  await refuseNewSecretsOf(config);
  const { app, drain, published } = await createApi([
    ConfigModule.forRoot(config),
    LoggingModule.forRoot(log),
    DatabaseModule.forRoot(
      connectionsOf('records'),
      new WaitingRoom({ host: config.host, port: config.port, isPortFixed: true, answerOthers: answerEarly, log }),
    ),
    MetricsModule.forRoot('api', ACCESS_DATABASE),
    SearchModule.forRoot(connectionsOf('search')),
    NetworkModule,
    SupervisorModule.forRoot(supervisor),
  ]);
  const [health, server] = [app.get(Health), app.get(DatabaseServer)];
  const acceptance = AcceptTogether.prepare(log);
  try {
    // Nest's enableShutdownHooks would refuse connections at once, wait without a bound, and outlive its parent.
    shutdown
      .add('stop being ready', () => health.drain())
      .add('drain', () => drain.run([acceptance]))
      .add('close the API', () => app.close())
      .add('leave the database', () => server.close()) // again, in case a hook of a module failed
      .add('send the last traces', stopTracing);
    supervisor?.showMetrics(app.get(Registry));
    await warmUp(app, published, log);
    const openPort = () => app.listen(config.port, config.host);
    await (supervisor?.listen(app.getHttpServer(), openPort) ?? openPort());
    void acceptance.share(app.getHttpServer(), Math.ceil(ACCEPTED_IN_A_TURN / config.apiProcesses));
  } catch (error) {
    await Promise.all([acceptance.close(), app.close()]);
    throw error;
  }
  log.info({ host: config.host, port: config.port }, 'the API listens');
  announcePort(config.port);
  // Not by the first search, and not while somebody waits for the process to be ready.
  setTimeout(() => app.get(DivisionSearch).refreshAside(), NAMES_AFTER_MS).unref();
}

export function explain(error: unknown, { host, port, databaseUrl, databaseDirectUrl }: Config): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${port} at ${host} is taken by another process; set PORT to a free one.`;
  if (error instanceof SchemaTooNew || error instanceof ConfigError) return error.message;
  const settings = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  return listeningProblem(error, host) ?? connectionProblem(error, settings) ?? 'The API cannot start.';
}
