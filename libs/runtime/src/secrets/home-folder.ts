import fs from 'node:fs';

/**
 * Makes the folder that GABLE_HOME names. Private to its user; made by root it may be entered (not listed) by others, because the
 * embedded PostgreSQL then runs as another user inside it.
 */
export function makeHome(home: string): void {
  fs.mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
