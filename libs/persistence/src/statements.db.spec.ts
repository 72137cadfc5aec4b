import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Database } from './database/database.js';
import { CREATE_NAMED } from './listings/snapshot-store.js';
import { openDatabase } from './open-database.js';

/**
 * Every export of a `statements/` folder is a statement, a list of statements, or a function that builds one. Of a
 * function the file exports examples: `SAMPLES = { name: [statement, …] }`.
 */
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)statements\/[^/]+\.ts$/.test(file))
  .sort();

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
  await database.query(CREATE_NAMED); // a table of the session, and there is one
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it.each(files)('every statement of %s fits the schema', async (file) => {
  const { SAMPLES = {}, ...exported } = (await import(path.join(__dirname, file))) as Record<string, unknown> & {
    SAMPLES?: Record<string, readonly string[]>;
  };
  expect(Object.keys(exported)).not.toEqual([]);
  const refused: Record<string, string> = {};
  for (const [name, value] of Object.entries(exported)) {
    const reason = await refusalOf(typeof value === 'function' ? SAMPLES[name] : value);
    if (reason !== null) refused[name] = reason;
  }
  expect(refused).toEqual({});
});

/** Why PostgreSQL does not prepare it; null where it does. */
async function refusalOf(value: unknown): Promise<string | null> {
  const statements = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(statements) || statements.length === 0) return 'is no statement, and no builder with SAMPLES';
  for (const statement of statements as string[]) {
    try {
      await database.query(`prepare candidate as ${statement}`);
      await database.query('deallocate candidate');
    } catch (error) {
      return (error as Error).message;
    }
  }
  return null;
}
