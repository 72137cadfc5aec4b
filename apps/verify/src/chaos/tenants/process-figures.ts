import fs from 'node:fs';

/** What the processes of one place used, one after the other. */
export class ProcessFigures {
  /** Most resident memory of any of them. */
  peakMegabytes = 0;
  private readonly cpuSecondsOf = new Map<number, number>();

  get cpuSeconds(): number {
    return Math.round([...this.cpuSecondsOf.values()].reduce((sum, seconds) => sum + seconds, 0));
  }

  /** Reads what the system knows of a process; nothing where it is gone, or where the system does not say. */
  look(pid: number | undefined): void {
    if (pid === undefined) return;
    try {
      const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000;
      this.peakMegabytes = Math.max(this.peakMegabytes, Math.round(peak));
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      this.cpuSecondsOf.set(pid, (Number(user) + Number(system)) / TICKS_PER_SECOND);
    } catch {
      // gone
    }
  }
}

/** Linux counts processor time in hundredths of a second (proc(5)). */
const TICKS_PER_SECOND = 100;
