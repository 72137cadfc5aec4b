import { acquirePostgres } from '@gable/runtime';
import { randomUUID } from 'node:crypto';

const TEMPLATE = 'gable_template';
/** Any constant that only this file uses. */
const TEMPLATE_LOCK = 7_318_001;

/** A migrated, empty database of one spec file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Clones a fresh database. The first caller of a test run starts the cluster and migrates the template; specs that
 * never ask pay nothing (`pg` and the migrations are loaded here, not at import). The address of a server in
 * TEST_DATABASE_SERVER, of a role that may create databases, takes the place of the cluster.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = await testServerUrl();
  await withConnection(serverUrl, prepareTemplate(serverUrl));
  const name = `spec_${process.pid}_${randomUUID().slice(0, 8)}`;
  // Copying the template's files takes a third of the time of writing each of its pages to the log.
  await withConnection(serverUrl, (query) => query(`create database ${name} template ${TEMPLATE} strategy file_copy`));
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => withConnection(serverUrl, (query) => query(`drop database if exists ${name} with (force)`)),
  };
}

type Query = (sql: string) => Promise<{ rows: unknown[] }>;

/** Migrates the template once per test run, whichever worker comes first. */
function prepareTemplate(serverUrl: string): (query: Query) => Promise<void> {
  return async (query) => {
    await query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rows } = await query(`select 1 from pg_database where datname = '${TEMPLATE}' and datistemplate`);
    if (rows.length > 0) return;
    await query(`drop database if exists ${TEMPLATE} with (force)`);
    await query(`create database ${TEMPLATE}`);
    const { migrate } = await import('@gable/persistence');
    await migrate(databaseUrl(serverUrl, TEMPLATE));
    await query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  };
}

async function testServerUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_SERVER;
  if (given) return given;
  const home = process.env.GABLE_TEST_HOME;
  if (home === undefined)
    throw new Error(
      'GABLE_TEST_HOME is not set: run specs with jest.config.mjs of the project root, whose global setup sets it.',
    );
  // Never released: the cluster serves the other workers too and is stopped by the global teardown.
  return (await acquirePostgres({ home, durable: false, outlivesProcess: true })).url;
}

function databaseUrl(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function withConnection(url: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}
