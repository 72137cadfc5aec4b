import { traced } from '@gable/runtime';
import { noteFullDisk } from './full-disk.js';

const LONGEST_TEXT = 2_000;

/** A statement as a span below the one under way. Its text holds no values: those are parameters, and stay out. */
export function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  return traced(
    'sql',
    () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, LONGEST_TEXT) }),
    () =>
      run().catch((error: unknown) => {
        noteFullDisk(error);
        throw error;
      }),
  );
}
