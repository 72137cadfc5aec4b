import { readdirSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { openDatabase, type Database } from '../../database.js';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const files = readdirSync(__dirname).filter((file) => !/fragments|\.spec\./.test(file));

it.each(files)('the statements of %s fit the schema', async (file) => {
  const statements = Object.entries((await import(`./${file}`)) as Record<string, string>);
  expect(statements.length).toBeGreaterThan(0);
  const refused: string[] = [];
  for (const [name, text] of statements.filter(([, text]) => !text.startsWith('set ')))
    await database
      .query(`prepare asked as ${text}; deallocate asked`)
      .catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
  expect(refused).toEqual([]);
});
