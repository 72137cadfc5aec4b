import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { emptyReport, UnknownFields } from './ingest-report.js';
import { RejectFile } from './reject-file.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-rejects-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it('a reject file says how many lines it leaves out, and from which on', async () => {
  const file = path.join(folder, 'rejects.ndjson');
  const rejects = new RejectFile(file, { maxBytes: 1_000 });
  for (let line = 1; line <= 50; line += 1)
    await rejects.write({ line, reasons: [{ path: 'price', message: 'is wrong' }], text: 'x'.repeat(40) });
  await rejects.close();
  const entries = fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as { line: number; reasons: { message: string }[] });
  const last = entries.at(-1)!;
  expect(entries.slice(0, -1).map(({ line }) => line)).toEqual(entries.slice(0, -1).map((_, at) => at + 1));
  expect(last.line).toBe(entries.length);
  expect(last.reasons[0]!.message).toMatch(new RegExp(`^${50 - entries.length + 1} rejected lines from here on`));
});

describe('a reject file for which the disk has no room', () => {
  /** What is written goes to a device that takes nothing. */
  const onFullDisk = (name: string) => {
    const { createWriteStream } = fs;
    jest.spyOn(fs, 'createWriteStream').mockImplementationOnce(() => createWriteStream('/dev/full'));
    return path.join(folder, name);
  };
  afterEach(() => void jest.restoreAllMocks());
  const reject = { line: 1, reasons: [{ path: 'price', message: 'is wrong' }], text: 'x'.repeat(1_000) };

  it('fails at its end with the reason and the path, and leaves nothing', async () => {
    const file = onFullDisk('short.ndjson');
    const rejects = new RejectFile(file);
    await rejects.write(reject);
    await expect(rejects.close()).rejects.toMatchObject({
      code: 'ENOSPC',
      message: expect.stringMatching(`${file}.*ENOSPC`) as string,
    });
    expect(fs.existsSync(file)).toBe(false);
  });

  it('fails while more is written than a stream holds, and at its end again', async () => {
    const file = onFullDisk('long.ndjson');
    const rejects = new RejectFile(file);
    const writing = async () => {
      for (;;) await rejects.write(reject);
    };
    await expect(writing()).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(rejects.write({ ...reject, text: 'x'.repeat(100_000) })).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(rejects.close()).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('fails where it cannot be opened, and leaves what is there', async () => {
    const rejects = new RejectFile(folder);
    await expect(rejects.write(reject)).rejects.toMatchObject({ code: 'EISDIR' });
    await rejects.close();
    expect(fs.existsSync(folder)).toBe(true);
  });
});

it('a reject file takes the place of a file, never of what a link leads to, and waits for no pipe', async () => {
  const [file, precious, pipe] = ['again.ndjson', 'precious', 'pipe'].map((name) => path.join(folder, name));
  const rejects = async (at: string) => {
    const written = new RejectFile(at, { shown: 'shown' });
    await written.write({ line: 1, reasons: [], text: 'x' });
    await written.close();
    return written.path;
  };
  fs.writeFileSync(file!, 'of an earlier run, and longer than what comes now, so that some of it would be left');
  expect(await rejects(file!)).toBe('shown');
  expect(JSON.parse(fs.readFileSync(file!, 'utf8'))).toMatchObject({ line: 1 });
  fs.writeFileSync(precious!, 'of somebody');
  fs.symlinkSync(precious!, `${file}.link`);
  execFileSync('mkfifo', [pipe!]);
  await expect(rejects(`${file}.link`)).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(rejects(pipe!)).rejects.toMatchObject({ code: 'ENXIO' });
  expect(fs.readFileSync(precious!, 'utf8')).toBe('of somebody');
});

it('a summary names a thousand unknown fields and counts the others together', () => {
  const report = emptyReport();
  const fields = new UnknownFields(report.unknownFields);
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < 100_000; at += 1) fields.count(`field${at}`);
  expect(Object.keys(report.unknownFields)).toHaveLength(1_001);
  expect(report.unknownFields).toMatchObject({ field0: 2, field999: 2, '(other names)': 198_000 });
});
