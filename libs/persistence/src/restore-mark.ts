import type { Queryable } from './database/database.js';

/** A store cannot be backed up or restored as things are; the sentence says what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** A restore that has begun and not finished. BEGUN: no row was committed. LOADED: only migrations are left. */
export interface RestoreMark {
  readonly state: 'BEGUN' | 'LOADED';
  readonly beganAt: Date;
}

/**
 * The mark is a table of its own, outside of the schema: a restore begins before there is one, and takes it to an
 * earlier state.
 */
export async function readRestoreMark(database: Queryable): Promise<RestoreMark | null> {
  const [found] = await database.query<{ isThere: boolean }>(
    `select to_regclass('gable_restore') is not null as "isThere"`,
  );
  if (!found!.isThere) return null;
  const [mark] = await database.query<RestoreMark>('select state, began_at as "beganAt" from gable_restore');
  return mark ?? null;
}

/** From now on nobody begins to work on this store. */
export async function setRestoreMark(database: Queryable): Promise<void> {
  await database.query('create table if not exists gable_restore (state text not null, began_at timestamptz not null)');
  await database.query('delete from gable_restore');
  await database.query(`insert into gable_restore values ('BEGUN', clock_timestamp())`);
}

/** Together with the rows. */
export async function markLoaded(database: Queryable): Promise<void> {
  await database.query(`update gable_restore set state = 'LOADED'`);
}

export async function removeRestoreMark(database: Queryable): Promise<void> {
  await database.query('drop table if exists gable_restore');
}

/** What to say of a store with a mark, and what helps. */
export function describeMark({ state, beganAt }: RestoreMark): string {
  const began = `A restore of this store began at ${beganAt.toISOString()}`;
  if (state === 'LOADED') return `${began}. All of its rows are there, and only its end is missing: run gable migrate.`;
  return (
    `${began} and has not finished. Run gable restore again: it begins from nothing. ` +
    'Or give it up, and what was there before stays: gable restore --cancel'
  );
}
