import { DEFAULT_CRITERIA_LIMITS } from '@gable/domain/criteria';
import { openDatabase } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import {
  acquirePostgres,
  announcePort,
  createLogger,
  createMetrics,
  Health,
  hostResolver,
  readConfigOrExit,
  readSecrets,
  Sealer,
  Shutdown,
  type Config,
  type Logger,
} from '@gable/runtime';
import { createApi } from './create-api.js';
import { DivisionSearch } from './geo/division-search.js';
import { openPropertySearch } from './open-property-search.js';
import { UsageMeter } from './usage/usage-meter.js';

const POOL_SIZE = 12;
const STATEMENT_TIMEOUT_MS = 5_000;

await start();

async function start(): Promise<void> {
  const config = readConfigOrExit();
  const log = createLogger({ name: 'api', level: config.logLevel });
  try {
    await serve(config, log);
  } catch (error) {
    log.fatal({ err: error }, explain(error, config));
    process.exit(1);
  }
}

async function serve(config: Config, log: Logger): Promise<void> {
  const secrets = readSecrets(config.home);
  const postgres = config.databaseUrl === undefined ? await acquirePostgres({ home: config.home }) : undefined;
  try {
    const database = await openDatabase(config.databaseUrl ?? postgres!.url, {
      applicationName: 'gable api',
      poolSize: POOL_SIZE,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    // A connection of its own: usage is written in time however busy the others are.
    const usageDatabase = await openDatabase(config.databaseUrl ?? postgres!.url, {
      applicationName: 'gable api usage',
      poolSize: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    const usage = config.usageCounting ? new UsageMeter(new UsageStore(usageDatabase), log) : undefined;
    const health = new Health().add('database', () => database.query('select 1 from account limit 1'));
    const metrics = createMetrics('api');
    const { search, close: closeSearch } = openPropertySearch({ config, database, health, metrics, log });
    const { app, drain } = await createApi({
      database,
      search,
      secrets,
      criteriaLimits: { ...DEFAULT_CRITERIA_LIMITS, ...config.criteriaLimits },
      sealer: new Sealer(secrets.signingKeyEncryptionKey),
      destinationAllowedNetworks: config.destinationAllowedNetworks,
      resolveHost: hostResolver(config.destinationAllowedNetworks),
      rateLimitPerMinute: config.rateLimitPerMinute,
      usage,
      health,
      metrics,
      metricsToken: config.metricsToken,
      log,
    });
    new Shutdown({ log })
      .add('stop being ready', () => health.drain())
      .add('drain', () => drain.run())
      .add('close the API', () => app.close())
      .add('write the usage', () => usage?.close())
      .add('leave the search engine', () => closeSearch())
      .add('close the database', () => Promise.all([database.close(), usageDatabase.close()]))
      .add('leave the embedded PostgreSQL', () => postgres?.release())
      .listen();
    await app.listen(config.port, config.host);
    log.info({ host: config.host, port: config.port }, 'the API listens');
    announcePort(config.port);
    app.get(DivisionSearch).refreshAside(); // not by the first search
  } catch (error) {
    await postgres?.release();
    throw error;
  }
}

function explain(error: unknown, { host, port }: Config): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${port} at ${host} is taken by another process; set PORT to a free one.`;
  return 'The API cannot start.';
}
