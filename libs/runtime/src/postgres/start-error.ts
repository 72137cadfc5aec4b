/** The embedded PostgreSQL cannot run; the message says why and what to do. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

const explanations: readonly [RegExp, string][] = [
  [
    /No space left on device|Check free disk space|ENOSPC|Disk quota exceeded/i,
    'The disk is full. Free some space and start again; nothing that was committed is lost.',
  ],
  [
    /Permission denied|EACCES|EPERM/i,
    'The database server may not read or write its files. Look at the owner and the mode of the folder.',
  ],
  [
    /initialized by PostgreSQL version|not compatible with this version/i,
    'The files were made by another version of PostgreSQL. Use the Gable that made them, or another GABLE_HOME.',
  ],
  [
    /could not (create|resize) shared memory|Cannot allocate memory/i,
    'There is not enough (shared) memory for the database server.',
  ],
  [
    /error while loading shared libraries|not found \(required by|ENOENT/i,
    'The PostgreSQL binaries do not run on this system (they need glibc). ' +
      'Set DATABASE_URL to a PostgreSQL of your own.',
  ],
  [
    /(could not locate a valid|invalid( primary)?) checkpoint record|could not open file "global\/pg_control"/i,
    'The database files are damaged. Restore them from a backup.',
  ],
];

/** Turns what initdb or the server printed into an error with a first sentence that helps. */
export function explainStartFailure(what: string, output: string, folder: string): PostgresStartError {
  const known = explanations.find(([pattern]) => pattern.test(output))?.[1] ?? 'PostgreSQL said:';
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return new PostgresStartError(`${what} (${folder}). ${known}\n${tail}`.trim());
}

/** Whether file work of our own found no room. */
export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Gives errors of our own file work the sentence for the operator; leaves all others as they are. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  return isFullDisk(error)
    ? explainStartFailure('The database cannot be used', (error as Error).message, folder)
    : error;
}
