import path from 'node:path';

/** Where the refused lines of one run over one file go: sorted by time, and never over those of an earlier run. */
export function rejectFileOf(home: string, input: string, now: Date = new Date()): string {
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  return path.join(home, 'rejects', `${stamp}-${process.pid}-${path.basename(input)}.rejects.ndjson`);
}
