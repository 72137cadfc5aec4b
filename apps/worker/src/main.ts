import 'reflect-metadata';
import os from 'node:os';
import { NestFactory } from '@nestjs/core';
import { refuseNewSecretsOf, SchemaTooNew } from '@gable/persistence';
import { DatabaseServer, startTracing } from '@gable/platform';
import {
  ConfigError,
  connectionProblem,
  createLogger,
  environmentThatFollows,
  giveWay,
  listeningProblem,
  readConfigOrExit,
  Shutdown,
  type Config,
  type Logger,
} from '@gable/runtime';
import { HealthModule } from './health/health.module.js';
import { DropFolderUnusable } from './ingest/drop-folder.js';
import { Pipeline } from './pipeline/pipeline.js';
import { WorkerModule } from './worker.module.js';

await environmentThatFollows();
const config = readConfigOrExit();
const log = createLogger({ name: 'worker', level: config.logLevel });
try {
  await work(config, log);
} catch (error) {
  log.fatal({ err: error }, explain(error, config));
  process.exit(error instanceof ConfigError ? 2 : 1);
}

async function work(config: Config, log: Logger): Promise<void> {
  if (config.workerNice > Math.max(0, os.getPriority())) giveWay(config.workerNice);
  const shutdown = new Shutdown({ log });
  shutdown.listen(); // a start that is interrupted has nothing to finish: it ends at once
  const stopTracing = await startTracing('gable-worker', config);
  await refuseNewSecretsOf(config);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, log), {
    logger: false,
    abortOnError: false,
  });
  const server = app.get(DatabaseServer);
  // Nest's enableShutdownHooks would wait without a bound and outlive its parent.
  shutdown
    .add('close the worker', () => app.close())
    .add('leave the database', () => server.close()) // again, in case a hook of a module failed
    .add('send the last traces', stopTracing);
  const { port } = app.get(HealthModule);
  log.info({ port, feeds: config.feedsDir, stages: app.get(Pipeline).names }, 'worker is ready');
}

function explain(error: unknown, { host, databaseUrl, databaseDirectUrl }: Config): string {
  const says = [SchemaTooNew, ConfigError, DropFolderUnusable].some((kind) => error instanceof kind);
  if (says) return (error as Error).message;
  const settings = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  return listeningProblem(error, host) ?? connectionProblem(error, settings) ?? 'The worker cannot start.';
}
