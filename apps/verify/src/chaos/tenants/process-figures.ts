import fs from 'node:fs';

/** What the processes of one place used, one after the other. */
export class ProcessFigures {
  /** Most resident memory of any of them. */
  peakMegabytes = 0;
  private readonly cpuSecondsOf = new Map<number, number>();

  get cpuSeconds(): number {
    return [...this.cpuSecondsOf.values()].reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Reads what the system knows of a process; nothing where it is gone, or where the system does not say. */
  look(pid: number | undefined): void {
    if (pid === undefined) return;
    try {
      const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000;
      this.peakMegabytes = Math.max(this.peakMegabytes, Math.round(peak));
      this.cpuSecondsOf.set(pid, statOf(pid).seconds);
    } catch {
      // gone
    }
  }
}

/** What the system counts of a process that is there. */
export interface ProcessStat {
  readonly parent: number;
  /** Of processors. */
  readonly seconds: number;
  /** Of its children that have ended. */
  readonly endedSeconds: number;
}

/** proc(5), `stat`: the name of the program stands in brackets and may hold anything. @throws where it is gone */
export function statOf(pid: number): ProcessStat {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = (...places: number[]) => places.reduce((all, place) => all + Number(fields[place]), 0) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: sum(11, 12), endedSeconds: sum(13, 14) };
}

/** Linux counts processor time in hundredths of a second (proc(5)). */
const TICKS_PER_SECOND = 100;
