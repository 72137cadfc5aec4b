import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { openDatabase } from './open-database.js';
import { refuseTwoDatabases } from './refuse-two-databases.js';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(() => Promise.all([one.drop(), other.drop()]));

async function compared(url: string, directUrl: string): Promise<void> {
  const database = await openDatabase(url, { poolSize: 1, directUrl });
  await refuseTwoDatabases(database).finally(() => database.close());
}

it('takes another way to the same database', async () => {
  const otherWay = one.url.includes('127.0.0.1') ? one.url.replace('127.0.0.1', 'localhost') : `${one.url}?x=1`;
  await compared(one.url, otherWay);
});

it('refuses another database, also one of the same server, and names both settings but no address', async () => {
  await expect(compared(one.url, other.url)).rejects.toThrow(
    /^The configuration cannot be used:\n {2}- DATABASE_DIRECT_URL: leads to another database than DATABASE_URL\./,
  );
});
