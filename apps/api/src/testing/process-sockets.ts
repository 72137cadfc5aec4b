import fs from 'node:fs';
import path from 'node:path';

/** States of a socket (proc(5), `net/tcp`). */
const STATES = { established: '01', listening: '0A' } as const;

/** The sockets at this port of the loopback in a state, as links of file descriptors name them. */
export function socketsAt(port: number, state: keyof typeof STATES): ReadonlySet<string> {
  const place = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = fs.readFileSync('/proc/net/tcp', 'latin1').split('\n');
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, at, , is]) => at === place && is === STATES[state]);
  return new Set(found.map((fields) => `socket:[${fields[9]}]`));
}

/** How many handles a process has of these sockets. */
export function handlesOf(pid: number, sockets: ReadonlySet<string>): number {
  const folder = `/proc/${pid}/fd`;
  return fs.readdirSync(folder).filter((fd) => sockets.has(linkOf(path.join(folder, fd)))).length;
}

function linkOf(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return ''; // closed meanwhile
  }
}
