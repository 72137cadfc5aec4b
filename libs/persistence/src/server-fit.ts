import type { Queryable } from './database/database.js';

/** The oldest PostgreSQL on which the schema can be made, as `server_version_num` writes it. */
const OLDEST_SERVER = 16_00_00;

/** The server is too old for the schema, the database has another encoding than UTF-8, or no room for its tables. */
export class ServerUnfit extends Error {
  override readonly name = 'ServerUnfit';
}

/**
 * Says what is wrong before the first migration would fail with a word of SQL.
 * @throws ServerUnfit
 */
export async function refuseUnfitServer(database: Queryable): Promise<void> {
  const [server] = await database.query<{ version: string; number: number; encoding: string }>(SELECT_SERVER);
  const { version, number, encoding } = server!;
  if (number < OLDEST_SERVER)
    throw new ServerUnfit(
      `The database is of PostgreSQL ${version}; Gable needs ${OLDEST_SERVER / 10_000} or newer and is tested on 18.`,
    );
  if (encoding !== 'UTF8')
    throw new ServerUnfit(
      `The database is encoded in ${encoding}; Gable needs UTF8: create database … encoding 'UTF8' template template0.`,
    );
}

const SELECT_SERVER = `
  select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
    current_setting('server_encoding') as encoding`;
