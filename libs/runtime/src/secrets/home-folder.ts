import fs from 'node:fs';

/**
 * Makes the folder that GABLE_HOME names. Private to its user; made by root it may be entered (not listed) by others,
 * because the embedded PostgreSQL then runs as another user inside it.
 * @throws with what to do where this user may not use it.
 */
export function makeHome(home: string): void {
  try {
    fs.mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    fs.accessSync(home, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw Object.assign(
      new Error(
        `The folder ${home} cannot be used: ${folderProblem(cause)}. Set GABLE_HOME to a folder of this user.`,
        {
          cause,
        },
      ),
      { code: (cause as NodeJS.ErrnoException).code },
    );
  }
}

/** Why this user could not make, or use, a folder. */
export function folderProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'ENOENT') return 'it is missing';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'it is not a folder';
  return code === 'EROFS' ? 'the disk is read-only' : `this user may not write there (${code})`;
}
