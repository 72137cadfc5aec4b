import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
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

it('leaves pipes and links as they are, and says what to do, before anything is written', async () => {
  const [pipe, link, dangling] = ['pipe', 'link', 'dangling'].map((name) => path.join(folder, name));
  execFileSync('mkfifo', [pipe!]);
  writeFileSync(path.join(folder, 'target'), 'of somebody');
  symlinkSync('target', link!);
  symlinkSync('nowhere', dangling!);
  const write = jest.fn();
  await expect(writeWholeFile(pipe!, write)).rejects.toThrow(`${pipe} is a pipe, and would be replaced by a file`);
  await expect(writeWholeFile(link!, write)).rejects.toThrow(`${link} is a symbolic link, and would be replaced`);
  await expect(writeWholeFile(dangling!, write)).rejects.toThrow('Name the file that it leads to');
  expect(write).not.toHaveBeenCalled();
  expect(lstatSync(pipe!).isFIFO()).toBe(true);
  expect(readFileSync(path.join(folder, 'target'), 'utf8')).toBe('of somebody');
});

it('does not replace what takes the name of the file while it is written', async () => {
  const [file, pipe] = [path.join(folder, 'backup'), path.join(folder, 'pipe')];
  execFileSync('mkfifo', [pipe]);
  const writing = writeWholeFile(file, async (sink) => {
    await pipeline(['now'], sink);
    renameSync(pipe, file);
  });
  await expect(writing).rejects.toThrow('is a pipe');
  expect(lstatSync(file).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['backup']);
});

it('removes what processes left that were killed, and nothing else', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const left = (of: string, name = 'backup') => `${name}.${of}.partial`;
  const [here, elsewhere] = [hostname(), `${hostname()}-2`];
  const stays = [left(`${here}.${process.ppid}`), left(`${elsewhere}.${gone}`), left(`${here}.${gone}`, 'other')];
  const goes = [left(`${here}.${gone}`), left(`${here}.${process.pid}`), left(`${elsewhere}.7`)];
  for (const name of [...stays, ...goes]) writeFileSync(path.join(folder, name), 'half');
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  utimesSync(path.join(folder, goes[2]!), longAgo, longAgo);
  await writeWholeFile(path.join(folder, 'backup'), (sink) => pipeline(['now'], sink));
  expect(readdirSync(folder).sort()).toEqual(['backup', ...stays].sort());
});
