import { createTestDatabase, queryOnce, type TestDatabase } from '@gable/testing';
import type { Queryable } from './database/database.js';
import { migrate } from './open-database.js';
import { refuseUnfitServer, ServerUnfit } from './server-fit.js';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

it('migrate refuses a database that is not encoded in UTF-8 with a sentence, and leaves nothing in it', async () => {
  const url = new URL(testDatabase.url);
  const name = `${url.pathname.slice(1)}_latin`;
  await queryOnce(testDatabase.url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  url.pathname = `/${name}`;
  try {
    await expect(migrate(url.href)).rejects.toThrow(
      "The database is encoded in LATIN1; Gable needs UTF8: create database … encoding 'UTF8' template template0.",
    );
    expect(
      await queryOnce(url.href, `select count(*)::int as tables from pg_tables where schemaname = 'public'`),
    ).toEqual([{ tables: 0 }]);
  } finally {
    await queryOnce(testDatabase.url, `drop database ${name} with (force)`);
  }
});

describe('a server', () => {
  const serverOf = (version: string, number: number): Queryable => ({
    query: <T>() => Promise.resolve([{ version, number, encoding: 'UTF8' }] as T[]),
  });

  it('is refused where it is older than the schema can be made on', async () => {
    const refused = refuseUnfitServer(serverOf('15.6 (Debian 15.6-0+deb12u1)', 15_00_06));
    await expect(refused).rejects.toThrow(
      'The database is of PostgreSQL 15.6 (Debian 15.6-0+deb12u1); Gable needs 16 or newer and is tested on 18.',
    );
    await expect(refused).rejects.toBeInstanceOf(ServerUnfit);
  });

  it.each([
    ['16.14', 16_00_14],
    ['17.10', 17_00_10],
    ['18.4', 18_00_04],
  ])('is taken as PostgreSQL %s', async (version, number) => {
    await expect(refuseUnfitServer(serverOf(version, number))).resolves.toBeUndefined();
  });
});
