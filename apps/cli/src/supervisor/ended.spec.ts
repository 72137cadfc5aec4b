import { spawn } from 'node:child_process';
import { ended } from './ended.js';

it('waits until a process has ended, and not at all for one that is gone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  let isOver = false;
  const waiting = ended([child.pid!], new AbortController().signal).then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  child.kill('SIGKILL');
  await waiting;
  await ended([child.pid!], new AbortController().signal);
});

it('stops waiting when it is interrupted', async () => {
  await expect(ended([process.pid], AbortSignal.timeout(50))).rejects.toThrow('aborted');
});
