import 'reflect-metadata';
import os from 'node:os';
import { NestFactory } from '@nestjs/core';
import { SchemaTooNew } from '@gable/persistence';
import { DatabaseServer, startTracing } from '@gable/platform';
import {
  ConfigError,
  createLogger,
  environmentThatFollows,
  giveWay,
  readConfigOrExit,
  redact,
  Shutdown,
} from '@gable/runtime';
import { HealthModule } from './health/health.module.js';
import { Pipeline } from './pipeline/pipeline.js';
import { WorkerModule } from './worker.module.js';

async function main(): Promise<void> {
  await environmentThatFollows();
  const config = readConfigOrExit();
  const log = createLogger({ name: 'worker', level: config.logLevel });
  if (config.workerNice > Math.max(0, os.getPriority())) giveWay(config.workerNice);
  const stopTracing = await startTracing('gable-worker', config);
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

main().catch((error: unknown) => {
  const reason =
    error instanceof SchemaTooNew || error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${redact(`The worker cannot start: ${reason}`)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
});
