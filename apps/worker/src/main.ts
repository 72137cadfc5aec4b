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
  redact,
  Shutdown,
  type Config,
} from '@gable/runtime';
import { HealthModule } from './health/health.module.js';
import { Pipeline } from './pipeline/pipeline.js';
import { WorkerModule } from './worker.module.js';

await environmentThatFollows();
const config = readConfigOrExit();
main(config).catch((error: unknown) => {
  process.stderr.write(`${redact(`The worker cannot start: ${explain(error, config)}`)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
});

async function main(config: Config): Promise<void> {
  const log = createLogger({ name: 'worker', level: config.logLevel });
  if (config.workerNice > Math.max(0, os.getPriority())) giveWay(config.workerNice);
  const stopTracing = await startTracing('gable-worker', config);
  await refuseNewSecretsOf(config);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, log), {
    logger: false,
    abortOnError: false,
  });
  const server = app.get(DatabaseServer);
  // Nest's enableShutdownHooks would wait without a bound and outlive its parent.
  new Shutdown({ log })
    .add('close the worker', () => app.close())
    .add('leave the database', () => server.close()) // again, in case a hook of a module failed
    .add('send the last traces', stopTracing)
    .listen();
  const { port } = app.get(HealthModule);
  log.info({ port, feeds: config.feedsDir, stages: app.get(Pipeline).names }, 'worker is ready');
}

function explain(error: unknown, { host, databaseUrl, databaseDirectUrl }: Config): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SchemaTooNew || error instanceof ConfigError) return error.message;
  const settings = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  return listeningProblem(error, host) ?? connectionProblem(error, settings) ?? error.stack ?? error.message;
}
