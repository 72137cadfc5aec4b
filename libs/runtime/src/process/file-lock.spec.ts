import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFileLock } from './file-lock.js';
import { identifyProcess, isRunning } from './process-identity.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-lock-'));
  file = path.join(folder, 'lock');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** How many of so many are in at once, at most. */
async function mostInside(count: number): Promise<number> {
  let inside = 0;
  let most = 0;
  const enter = () =>
    withFileLock(file, async () => {
      most = Math.max(most, ++inside);
      await sleep(5);
      inside--;
    });
  await Promise.all(Array.from({ length: count }, enter));
  return most;
}

describe('withFileLock', () => {
  it('lets one in at a time', async () => {
    expect(await mostInside(8)).toBe(1);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing where the disk has no room for it', async () => {
    jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((draft) => {
      fs.closeSync(fs.openSync(draft as string, 'w'));
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    await expect(withFileLock(file, () => Promise.resolve())).rejects.toThrow('no space left on device');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('opens again when the work throws', async () => {
    await expect(withFileLock(file, () => Promise.reject(new Error('work failed')))).rejects.toThrow('work failed');
    expect(await withFileLock(file, () => Promise.resolve('in'))).toBe('in');
  });

  it.each([
    ['a process that is gone', { pid: 2 ** 22 + 5, startedAt: '1', token: 'dead' }],
    ['an earlier process with our number', { pid: process.pid, startedAt: 'before the boot', token: 'reused' }],
  ])('takes over the lock of %s', async (_who, holder) => {
    fs.writeFileSync(file, JSON.stringify(holder));
    expect(await withFileLock(file, () => Promise.resolve('in'), 2_000)).toBe('in');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('lets only one of many take over', async () => {
    fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 5, startedAt: '1', token: 'dead' }));
    expect(await mostInside(8)).toBe(1);
  });

  it('gives up on a living holder at the timeout', async () => {
    fs.writeFileSync(file, JSON.stringify({ ...identifyProcess(), token: 'alive' }));
    await expect(withFileLock(file, () => Promise.resolve(), 50)).rejects.toThrow(
      `${file} is held by process ${process.pid}`,
    );
  });
});

describe('identifyProcess', () => {
  it('tells this process from a later one with the same number', () => {
    const self = identifyProcess();
    expect(self?.pid).toBe(process.pid);
    expect(isRunning(self!)).toBe(true);
    expect(isRunning({ pid: process.pid, startedAt: 'another time' })).toBe(false);
  });

  it.each([0, -1, NaN, 2 ** 22 + 5])('knows no process %d', (pid) => {
    expect(identifyProcess(pid)).toBeUndefined();
  });
});
