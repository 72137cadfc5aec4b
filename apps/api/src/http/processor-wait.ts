import fs from 'node:fs';

const FILE = '/proc/self/schedstat';

/**
 * Milliseconds in which the main thread of this process could have run and waited for a processor, since it began;
 * 0 where the system does not count it (proc(5), `schedstat`).
 */
export function processorWaitMs(): number {
  try {
    return Number(fs.readFileSync(FILE, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
