import { createTestDatabase, describePgBouncer, startPgBouncer, type PgBouncer } from '@gable/testing';
import { ApiProcess } from './testing/api-process.js';
import { Portal } from './testing/portal.js';
import { WorkerProcesses } from './testing/worker-processes.js';

describePgBouncer('API and worker behind a pooler that hands out connections per transaction', () => {
  let world: WorkerProcesses;
  let pooler: PgBouncer;
  let api: ApiProcess;

  beforeAll(async () => {
    const testDatabase = await createTestDatabase();
    world = await WorkerProcesses.begin(testDatabase);
    pooler = await startPgBouncer(testDatabase.url, 4);
    api = await ApiProcess.start(environment());
  }, 120_000);
  afterAll(async () => {
    await api.stop();
    await world.close();
    await pooler.stop();
  });

  const environment = () => ({
    ...world.environment,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: world.testDatabase.url,
  });

  it('stores, matches, delivers, searches and takes over from a worker that was killed', async () => {
    const worker = await world.start(environment());
    await world.alert();
    const portal = await Portal.at(api, world.database);
    const client = await api.makeKey(world.database, 'Client', 'ROLE_API_CLIENT');
    world.drop(
      'first.ndjson',
      Array.from({ length: 30 }, (_, n) => `file-${n}`),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => portal.put(`put-${n}`, 100_000 + n)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => 201));
    await world.until(() => new Set(world.received).size === 50);

    // Another worker takes the shards of the one that is gone, which held them by a session of the server itself.
    await world.start(environment());
    await world.end(worker, 'SIGKILL');
    world.drop(
      'second.ndjson',
      Array.from({ length: 10 }, (_, n) => `later-${n}`),
    );
    await world.until(() => new Set(world.received).size === 60);
    expect(await world.database.query('select from alert_event')).toHaveLength(60);

    // Many more callers than connections.
    const asked = Array.from({ length: 60 }, (_, n) =>
      n % 3 === 0
        ? api.ask('GET', '/analytics/listings', { key: client })
        : api.ask('POST', n % 3 === 1 ? '/properties' : '/properties/count', { key: client, body: { size: 5 } }),
    );
    for (const { status } of await Promise.all(asked)) expect([200, 429]).toContain(status);
    const found = await api.ask('POST', '/properties', {
      key: client,
      body: { size: 100 },
      headers: { accept: 'application/json' },
    });
    expect(found).toMatchObject({ status: 200, body: { totalItems: 60 } });
    expect((await api.ask('POST', '/alerts', { key: client, body: { name: 'A', criteria: {} } })).status).toBe(201);
    expect((await api.ask('GET', '/health/ready')).status).toBe(200);
  }, 180_000);
});
