import { recentFullDisk, type Database } from '@gable/persistence';

/** Writes are tried again all the time, so that a full disk is noticed again within this. */
const RECENT_MS = 15_000;

/** Fails where the database does not answer; then a disk that was full just before is the likely reason. */
export async function probeDatabase(database: Database): Promise<void> {
  try {
    await database.query('select 1 from account limit 1');
  } catch (error) {
    const full = warnOfFullDisk();
    throw full === undefined ? error : new Error(`${(error as Error).message}. ${full}`, { cause: error });
  }
}

/** Reading goes on while nothing can be written. */
export function warnOfFullDisk(): string | undefined {
  const full = recentFullDisk(RECENT_MS);
  return (
    full &&
    `The disk of the database is full, nothing can be written (${full}). It goes on by itself once there is room.`
  );
}
