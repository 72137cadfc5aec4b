import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { markedName, Database, StatusStore } from '@gable/persistence';
import { Health, readConfig, Registry, Sealer } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { ConfigModule } from '../config/config.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { DatabaseModule } from './database.module.js';
import { DatabaseServer } from './database-server.js';
import { provideStores } from './provide-stores.js';

let testDatabase: TestDatabase;
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-platform-'));
const written: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await testDatabase.drop();
  fs.rmSync(home, { recursive: true });
});

@Injectable()
class LastWords implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    const [row] = await this.database.query<{ name: string }>(`select current_setting('application_name') as name`);
    written.push(row!.name);
  }
}

@Module({ providers: [LastWords, ...provideStores(StatusStore)] })
class FeatureModule {}

it('opens the database for every module, and closes it once all others have shut down', async () => {
  const config = readConfig({ DATABASE_URL: testDatabase.url, GABLE_HOME: home });
  const imports = [
    FeatureModule,
    ConfigModule.forRoot(config),
    DatabaseModule.forRoot({ applicationName: 'gable spec', poolSize: 2 }),
    MetricsModule.forRoot('spec'),
  ];
  const app = await NestFactory.createApplicationContext({ module: class Root {}, imports }, { logger: false });
  expect(await app.get(StatusStore).read()).toMatchObject({ listings: 0 });
  expect(await app.get(Health).readiness()).toEqual({
    status: 'ready',
    reasons: [],
    warnings: [{ check: 'stages', reason: 'No worker runs ingest, matching, delivery, upkeep.' }],
  });
  expect(await app.get(Registry).metrics()).toContain('process="spec"');
  expect(app.get(Sealer)).toBeInstanceOf(Sealer);

  const second = await app.get(DatabaseServer).open({ applicationName: 'gable spec, second', poolSize: 1 });
  await app.close();
  expect(written).toEqual([markedName('gable spec')]); // with the schema of the release, for others to see
  await expect(second.query('select 1')).rejects.toThrow();
  await app.get(DatabaseServer).close(); // a second time does no harm
});

it('does not start with a store that nobody hands the database to, and says what to write', async () => {
  @Module({ providers: [StatusStore] })
  class ForgetfulModule {}
  const imports = [
    ForgetfulModule,
    ConfigModule.forRoot(readConfig({ DATABASE_URL: testDatabase.url, GABLE_HOME: home })),
    DatabaseModule.forRoot({ applicationName: 'gable spec', poolSize: 1 }),
  ];
  const started = NestFactory.createApplicationContext(
    { module: class Root {}, imports },
    { logger: false, abortOnError: false },
  );
  await expect(started).rejects.toThrow(
    'ForgetfulModule lists StatusStore, which takes something that nothing injects. A store is listed as ' +
      '...provideStores(StatusStore), anything else needs @Injectable().',
  );
});
