import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { openDatabase } from '@gable/persistence';
import { Health, acquirePostgres, Shutdown, createLogger, readConfigOrExit, startHealthServer } from '@gable/runtime';
import { DeliveryStage } from './delivery/delivery-stage.js';
import { DropFolder } from './ingest/drop-folder.js';
import { MatchingStage } from './matching/matching-stage.js';
import { runStage, type Stage } from './stage.js';
import { watchMainThread } from './watchdog.js';
import { METRICS, STAGES, WorkerModule } from './worker.module.js';

async function main(): Promise<void> {
  const config = readConfigOrExit();
  const log = createLogger({ name: 'worker', level: config.logLevel });
  const postgres = config.databaseUrl === undefined ? await acquirePostgres({ home: config.home }) : undefined;
  const database = await openDatabase(config.databaseUrl ?? postgres!.url, {
    applicationName: 'gable worker',
    poolSize: 12,
  });
  const app = await NestFactory.createApplicationContext(WorkerModule.with({ config, database, log }), {
    logger: false,
  });

  await app.get(DropFolder).prepare();
  const shutdown = new Shutdown({ log });
  const endWatch = watchMainThread();
  const stages = app.get<Stage[]>(STAGES);
  const running = stages.map((stage) =>
    runStage(stage, shutdown.signal, (error) =>
      log.error({ stage: stage.name, err: error }, 'a stage failed; it goes on'),
    ),
  );
  const health = new Health().add('database', () => database.query('select 1'));
  const server = await startHealthServer({
    host: config.host,
    port: config.workerPort,
    health,
    metrics: app.get(METRICS),
    metricsToken: config.metricsToken,
  });

  shutdown
    .add('say not ready', () => health.drain())
    .add('finish the batches under way', () => Promise.all(running))
    .add('end the deliveries under way', () => app.get(DeliveryStage).leave())
    .add('hand over the alerts', () => app.get(MatchingStage).leave())
    .add('close', () => Promise.all([server.close(), app.close(), endWatch()]))
    .add('close the database', () => database.close())
    .add('leave the embedded PostgreSQL', () => postgres?.release())
    .listen();
  log.info({ port: server.port, feeds: config.feedsDir, stages: stages.map(({ name }) => name) }, 'worker is ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`The worker cannot start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
