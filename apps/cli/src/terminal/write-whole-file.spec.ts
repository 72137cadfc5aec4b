import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeWholeFile } from './write-whole-file.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'whole-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('replaces an earlier file once the new one is whole', async () => {
  const file = path.join(folder, 'backup');
  writeFileSync(file, 'before');
  await writeWholeFile(file, async (sink) => {
    await pipeline(['now'], sink);
    expect(readFileSync(file, 'utf8')).toBe('before');
  });
  expect(readFileSync(file, 'utf8')).toBe('now');
  expect(readdirSync(folder)).toEqual(['backup']);
});

it('leaves nothing of what fails', async () => {
  const failing = writeWholeFile(path.join(folder, 'backup'), () => Promise.reject(new Error('the disk is full')));
  await expect(failing).rejects.toThrow('the disk is full');
  expect(readdirSync(folder)).toEqual([]);
});

it('says of a folder that it is one, before anything is written', async () => {
  const write = jest.fn();
  await expect(writeWholeFile(folder, write)).rejects.toThrow(`${folder} is a folder.`);
  expect(write).not.toHaveBeenCalled();
});
