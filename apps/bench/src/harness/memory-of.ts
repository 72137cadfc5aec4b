import fs from 'node:fs';

/** Resident memory of a process in megabytes, now and at most (proc(5)); undefined where the system does not say. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } | undefined {
  const file = `/proc/${pid}/status`;
  if (!fs.existsSync(file)) return undefined;
  const status = fs.readFileSync(file, 'utf8');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_000);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
