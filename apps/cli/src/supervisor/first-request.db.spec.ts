import { Readable } from 'node:stream';
import { DEMO_SEARCH } from '@gable/demo';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, ingestFeed, type TestDatabase } from '@gable/testing';
import os from 'node:os';
import path from 'node:path';
import { firstRequest, firstSearch } from './first-request.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const store = (externalId: string, rooms: number): Promise<unknown> =>
  ingestFeed(
    database,
    Readable.from([
      Buffer.from(
        JSON.stringify({
          source: { domain: 'agency.example', name: 'Agency' },
          externalId,
          observedAt: '2026-11-20T08:00:00Z',
          status: 'ONLINE',
          transactionType: 'SELL',
          propertyType: 'FLAT',
          price: DEMO_SEARCH.price.gte,
          currency: 'EUR',
          rooms,
          location: { cityId: DEMO_SEARCH.cityIds[0] },
        }),
      ),
    ]),
    { rejectFile: path.join(os.tmpdir(), `gable-first-request-${process.pid}.ndjson`) },
  );

describe('the request that a start offers to paste', () => {
  it('is that of the demo only where it finds something, and nobody is billed for the look', async () => {
    await store('small', DEMO_SEARCH.rooms.gte - 1);
    expect(await firstSearch(database)).toEqual({ transactionType: 'SELL', size: 5 });
    await store('large', DEMO_SEARCH.rooms.gte);
    expect(await firstSearch(database)).toEqual(DEMO_SEARCH);
    expect(await database.query('select 1 from usage_count')).toEqual([]);
  });

  it('is a curl command with the key and the body', () => {
    const command = firstRequest('http://127.0.0.1:1', 'gbl_live_x', { size: 1 });
    expect(command).toContain("-H 'X-API-Key: gbl_live_x'");
    expect(command).toContain(`-d '{"size":1}'`);
  });
});
