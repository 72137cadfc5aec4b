import fs from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor seconds of all threads of a process since it started, its own and the system's for it (proc(5)). */
export function cpuSecondsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user! + system!) / TICKS_PER_SECOND;
}

/** The same of a process and of those that it started, which still run. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + cpuSecondsOf(each), 0);
}
