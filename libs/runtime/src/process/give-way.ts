import fs from 'node:fs';
import os from 'node:os';

/**
 * Lets this process give way to others of its machine by so much, as nice(1) does. Linux may share processors among
 * sessions first (sched(7), autogroup); where this process leads one, all of the session gives way.
 */
export function giveWay(nice: number): void {
  os.setPriority(nice);
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'latin1');
    const session = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
    if (session === process.pid) fs.writeFileSync('/proc/self/autogroup', String(nice));
  } catch {
    // no such groups here
  }
}
