import { createTestDatabase, queryOnce, type TestDatabase } from '@gable/testing';
import type { Database } from './database/database.js';
import { OLDEST_BESIDE } from './migrations/index.js';
import { migrate, openDatabase } from './open-database.js';
import { SCHEMA_NUMBER, schemaNumberOf } from './release-mark.js';
import { MIGRATION_NAMES, readSchemaState, SchemaTooNew } from './schema-state.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrate(testDatabase.url);
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const note = () => queryOnce(testDatabase.url, `select obj_description('gable_migration'::regclass) as text`);

/** Makes the database one of a newer release, with schema 9999, that wrote this note. */
async function becomeNewer(of: number, oldest: number): Promise<void> {
  await database.query(`
    insert into gable_migration (timestamp, name) select 1999999999999, 'Future1999999999999'
      where not exists (select from gable_migration where name like 'Future%')`);
  await database.query(
    `comment on table gable_migration is 'Schema ${of}; releases of schema ${oldest} and newer may run on it.'`,
  );
}

describe('a database of a newer release', () => {
  it('is taken where its note lets this release run beside, and migrate then changes nothing', async () => {
    await becomeNewer(9999, SCHEMA_NUMBER);
    expect(await readSchemaState(database)).toEqual({ kind: 'ahead', schema: '9999 Future' });
    expect(await migrate(testDatabase.url)).toEqual([]);
    expect(await note()).toEqual([{ text: expect.stringMatching(/^Schema 9999;/) }]);
  });

  it.each([
    ['the note asks for a newer one', 9999, SCHEMA_NUMBER + 1],
    ['the note is of an earlier schema, as where a migrate was killed', 9998, 1],
  ])('is refused where %s', async (_, of, oldest) => {
    await becomeNewer(of, oldest);
    await expect(readSchemaState(database)).rejects.toBeInstanceOf(SchemaTooNew);
    await expect(migrate(testDatabase.url)).rejects.toBeInstanceOf(SchemaTooNew);
  });

  it('is refused where it lacks a migration of this release, and where it has no note', async () => {
    await becomeNewer(9999, 1);
    const [own] = MIGRATION_NAMES.slice(-1);
    await database.query('delete from gable_migration where name = $1', [own]);
    await expect(readSchemaState(database)).rejects.toBeInstanceOf(SchemaTooNew);
    await database.query('insert into gable_migration (timestamp, name) values ($1, $2)', [own!.slice(-13), own]);
    expect(await readSchemaState(database)).toMatchObject({ kind: 'ahead' });
    await database.query('comment on table gable_migration is null');
    await expect(readSchemaState(database)).rejects.toBeInstanceOf(SchemaTooNew);
  });
});

it('notes which releases may run beside when it migrates', async () => {
  await database.query(`delete from gable_migration where name like 'Future%'`);
  await migrate(testDatabase.url);
  expect(await note()).toEqual([
    { text: `Schema ${SCHEMA_NUMBER}; releases of schema ${OLDEST_BESIDE} and newer may run on it.` },
  ]);
  expect(MIGRATION_NAMES.map(schemaNumberOf)).toContain(OLDEST_BESIDE);
  expect(await readSchemaState(database)).toEqual({ kind: 'current' });
});
