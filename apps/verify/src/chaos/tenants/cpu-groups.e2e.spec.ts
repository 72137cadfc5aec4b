import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { leaveOut } from '@gable/testing';
import { CpuGroups } from './cpu-groups.js';

const title = 'CPU groups';

function made(): CpuGroups | undefined {
  try {
    return CpuGroups.make();
  } catch {
    return undefined;
  }
}

const groupOf = (pid: number): string => fs.readFileSync(`/proc/${pid}/cgroup`, 'utf8');

const groups = made();
groups?.remove();
if (groups === undefined) leaveOut(title, 'needs Linux with cgroups, and root.', () => it('are left out', () => {}));
else
  describe(title, () => {
    let parent: ChildProcess;
    const children: number[] = [];
    afterEach(() => {
      parent.kill('SIGKILL');
      for (const pid of children) process.kill(pid, 'SIGKILL');
    });

    it('hold a process with what it had started before and what it starts then, and let go of all', async () => {
      parent = spawn('sh', ['-c', 'sleep 20 & echo $!; read line; sleep 20 & echo $!; read line'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const nextChild = async (): Promise<number> => {
        const [printed] = (await once(parent.stdout!, 'data')) as [Buffer];
        children.push(Number(String(printed)));
        return children.at(-1)!;
      };
      const earlier = await nextChild();
      groups.put('some', parent.pid!);
      parent.stdin!.write('\n');
      const later = await nextChild();
      for (const pid of [parent.pid!, earlier, later]) expect(groupOf(pid)).toMatch(/gable-chaos-\d+-some/);
      groups.remove();
      for (const pid of [parent.pid!, earlier, later]) expect(groupOf(pid)).not.toContain('gable-chaos');
    });
  });
