import { ConfigError } from '@gable/runtime';
import type { Database, Queryable } from './database/database.js';

/** The start of a server, to the microsecond, and the database on it: a copy or a standby has another start. */
const SELECT_PLACE = `
  select extract(epoch from pg_postmaster_start_time())::text as start, oid::text as database
  from pg_database where datname = current_database()`;

/**
 * Compares where the statements of a database that was opened with `directUrl` go with where its sessions go: by the
 * server itself, since a pooler shows another host and port.
 * @throws ConfigError where these are two databases: locks would be in the one, and what they guard in the other
 */
export async function refuseTwoDatabases(database: Database): Promise<void> {
  const session = await database.openSession();
  try {
    if (await leadToOne(database, session)) return;
    if (await leadToOne(database, session)) return; // a server that was started again between both questions
  } finally {
    session.close();
  }
  throw new ConfigError([
    'DATABASE_DIRECT_URL: leads to another database than DATABASE_URL. It has to lead to the server and database ' +
      'that the pooler of DATABASE_URL leads to; without a pooler leave it out.',
  ]);
}

async function leadToOne(...ways: readonly Queryable[]): Promise<boolean> {
  const places = await Promise.all(ways.map((way) => way.query<{ start: string; database: string }>(SELECT_PLACE)));
  return places.every(
    ([place]) => place!.start === places[0]![0]!.start && place!.database === places[0]![0]!.database,
  );
}
