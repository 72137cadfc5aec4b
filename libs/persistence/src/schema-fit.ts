import { getMetadataArgsStorage } from 'typeorm';
import type { Queryable } from './database/database.js';
import { entities } from './entities.js';
import { ServerUnfit } from './server-fit.js';
import { SELECT_PLACE, SELECT_TAKEN_NAMES } from './statements/schema-fit.js';

interface Place {
  readonly database: string;
  readonly role: string;
  readonly path: string;
  /** Where tables are made; null: nowhere. */
  readonly schema: string | null;
  readonly mayCreate: boolean | null;
}

/**
 * Says what is wrong with an empty store before the first migration fails there, or stays there as a half: the role
 * may make no tables, or somebody else's are in their place.
 * @throws ServerUnfit
 */
export async function refuseUnfitSchema(database: Queryable): Promise<void> {
  const [place] = await database.query<Place>(SELECT_PLACE);
  const { database: name, schema, role, path, mayCreate } = place!;
  if (schema === null)
    throw new ServerUnfit(`The search_path of the role ${role} (${path}) leads to no schema that it may use.`);
  if (!mayCreate)
    throw new ServerUnfit(
      `The role ${role} may make no tables in the schema ${schema} of the database ${name}. As a superuser or its ` +
        `owner: alter database ${quoted(name)} owner to ${quoted(role)}, or, connected to it: ` +
        `grant create on schema ${quoted(schema)} to ${quoted(role)}.`,
    );
  const taken = await database.query<{ name: string }>(SELECT_TAKEN_NAMES, [tableNames()]);
  if (taken.length > 0)
    throw new ServerUnfit(
      `The schema ${schema} of the database ${name} has tables of another program under names that Gable ` +
        `needs (${taken.map((each) => each.name).join(', ')}). Nothing was changed: give Gable a database of its own.`,
    );
}

function tableNames(): string[] {
  return getMetadataArgsStorage()
    .filterTables([...entities])
    .flatMap(({ name }) => name ?? []);
}

/** As PostgreSQL reads it where it is no plain name. */
const quoted = (name: string): string => (/^[a-z_][a-z\d_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
