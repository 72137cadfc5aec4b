import type { Queryable } from './database/database.js';
import { describeMark, readRestoreMark, type RestoreMark } from './restore-mark.js';
import { migrations, OLDEST_BESIDE } from './migrations/index.js';
import { SCHEMA_NUMBER, schemaNumberOf } from './release-mark.js';
import { SELECT_APPLIED, SELECT_COMPATIBILITY, SELECT_HAS_MIGRATIONS } from './statements/schema-state.js';

/** How the schema of a database stands beside what this release needs. */
export type SchemaState =
  | { readonly kind: 'current' }
  /** Of a newer release that lets this one run beside it, as after a step back from an upgrade. */
  | { readonly kind: 'ahead'; readonly schema: string }
  /** A restore has begun and not finished. */
  | { readonly kind: 'restoring'; readonly mark: RestoreMark }
  /** Of an older release, or empty; `schema` is null where there is none. */
  | { readonly kind: 'behind'; readonly schema: string | null; readonly needs: string };

/** The names of the migrations of this release, in their order. */
export const MIGRATION_NAMES: readonly string[] = migrations.map((migration) => new migration().name);

/** The database was written by a newer release, which this one would misread. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  constructor(applied: readonly string[]) {
    super(
      `The database has schema ${schemaOf(applied)}, of a newer release; this one knows schemas up to ` +
        `${schemaOf(MIGRATION_NAMES)}. Run the newer release, or restore a backup of this one into a new database.`,
    );
  }
}

/** The migrations that were applied to a database, in their order; none where it is empty. */
export async function appliedMigrations(database: Queryable): Promise<string[]> {
  const [found] = await database.query<{ isThere: boolean }>(SELECT_HAS_MIGRATIONS);
  if (!found!.isThere) return [];
  return (await database.query<{ name: string }>(SELECT_APPLIED)).map(({ name }) => name);
}

/** What keeps a process from beginning, and what to do. */
export function describeSchema(state: Exclude<SchemaState, { kind: 'current' | 'ahead' }>): string {
  if (state.kind === 'restoring') return describeMark(state.mark);
  const has = state.schema === null ? 'no schema yet' : `schema ${state.schema}`;
  return `The database has ${has}; this release needs ${state.needs}. It goes on after: gable migrate`;
}

/**
 * Compares the schema of the database with the migrations of this release.
 * @throws SchemaTooNew
 */
export async function readSchemaState(database: Queryable): Promise<SchemaState> {
  const mark = await readRestoreMark(database);
  if (mark !== null) return { kind: 'restoring', mark };
  const applied = await appliedMigrations(database);
  if (await isNewerBeside(database, applied)) return { kind: 'ahead', schema: schemaOf(applied)! };
  if (MIGRATION_NAMES.every((name) => applied.includes(name))) return { kind: 'current' };
  return { kind: 'behind', schema: schemaOf(applied), needs: schemaOf(MIGRATION_NAMES)! };
}

/**
 * Whether some of the migrations are of a newer release, beside which this one may run.
 * @throws SchemaTooNew where it may not
 */
export async function isNewerBeside(database: Queryable, applied: readonly string[]): Promise<boolean> {
  if (applied.every((name) => MIGRATION_NAMES.includes(name))) return false;
  const [note] = await database.query<{ text: string | null }>(SELECT_COMPATIBILITY);
  const [, of, oldest] = COMPATIBILITY.exec(note?.text ?? '') ?? [];
  // A note of an earlier schema says nothing of what was applied since: its migrate was killed.
  const isOfThis = Number(of) === schemaNumberOf(applied.at(-1)!);
  const hasAllOfOurs = MIGRATION_NAMES.every((name) => applied.includes(name));
  if (isOfThis && hasAllOfOurs && SCHEMA_NUMBER >= Number(oldest)) return true;
  throw new SchemaTooNew(applied);
}

/**
 * Notes which releases may run on the schema of this one: in a comment, which is outside of the schema as releases know
 * it, so that those that came before can read it.
 */
export async function noteCompatibility(database: Queryable): Promise<void> {
  const text = `Schema ${SCHEMA_NUMBER}; releases of schema ${OLDEST_BESIDE} and newer may run on it.`;
  const [note] = await database.query<{ text: string | null }>(SELECT_COMPATIBILITY);
  if (note?.text !== text) await database.query(`comment on table gable_migration is '${text}'`);
}

const COMPATIBILITY = /^Schema (\d+); releases of schema (\d+) and newer may run on it\.$/;

/** The number of the newest migration with its name, `0030 FormerListings`; null for an empty database. */
export function schemaOf(names: readonly string[]): string | null {
  const [, name, number] = /^(.*?)\d{9}(\d{4})$/.exec(names.at(-1) ?? '') ?? [];
  return number === undefined ? (names.at(-1) ?? null) : `${number} ${name}`;
}
