import { Session } from 'node:inspector/promises';

/**
 * Gives back the memory that a large piece of work took. A process that hardly does anything afterwards would keep all
 * of it: V8 collects when it allocates.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
