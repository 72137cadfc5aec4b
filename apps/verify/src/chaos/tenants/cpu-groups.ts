import fs from 'node:fs';
import path from 'node:path';
import { statOf } from './process-figures.js';

/** Of cgroups version 1 those of processors have a tree of their own; version 2 has one tree (cgroups(7)). */
const TREES = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];
/** What a group has among whose members processors are shared, by version. */
const SHARES = ['cpu.shares', 'cpu.weight'];
const MEMBERS = 'cgroup.procs';

/**
 * Groups of processes that Linux gives processors by equal parts, whatever is in them: as containers and services of
 * systemd are. Without them it shares among sessions, of which each connection of PostgreSQL is one.
 */
export class CpuGroups {
  private readonly folders = new Map<string, string>();

  private constructor(private readonly tree: string) {}

  /** @throws where this process may make none */
  static make(): CpuGroups {
    for (const tree of TREES) {
      const groups = new CpuGroups(tree);
      try {
        if (SHARES.some((file) => fs.existsSync(path.join(groups.folderOf('first'), file)))) return groups;
      } catch {
        // not here, or not for us
      }
      groups.remove();
    }
    throw new Error('--groups needs Linux with cgroups, and the right to make some below /sys/fs/cgroup.');
  }

  /** Puts a process and its children in a group; whatever they start is in it, too. */
  put(name: string, pid: number): void {
    const members = path.join(this.folderOf(name), MEMBERS);
    for (const each of [pid, ...childrenOf(pid)]) ifItLives(() => fs.writeFileSync(members, String(each)));
  }

  /** Lets go of all processes. */
  remove(): void {
    for (const folder of this.folders.values()) {
      ifItLives(() => {
        for (const pid of fs.readFileSync(path.join(folder, MEMBERS), 'utf8').split('\n').filter(Boolean))
          ifItLives(() => fs.writeFileSync(path.join(this.tree, MEMBERS), pid));
        fs.rmdirSync(folder);
      });
    }
    this.folders.clear();
  }

  private folderOf(name: string): string {
    const folder = path.join(this.tree, `gable-chaos-${process.pid}-${name}`);
    if (!this.folders.has(name)) fs.mkdirSync(folder);
    this.folders.set(name, folder);
    return folder;
  }
}

function childrenOf(pid: number): number[] {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((each) => parentOf(each) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return statOf(pid).parent;
  } catch {
    return undefined; // it has ended
  }
}

/** A process may end at any moment. */
function ifItLives(deed: () => void): void {
  try {
    deed();
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
