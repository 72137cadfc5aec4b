import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@gable/persistence';
import { type FeedFolder, feedLine, readAll } from '../testing/feed-folder.js';
import { FeedWorld } from '../testing/feed-world.js';

const world = new FeedWorld();
let database: Database;
let feeds: FeedFolder;
let elsewhere: string;
let precious: string;

beforeEach(() => {
  ({ database, feeds } = world);
  elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-elsewhere-'));
  fs.writeFileSync((precious = path.join(elsewhere, 'secrets.json')), 'precious');
});
afterEach(() => fs.rmSync(elsewhere, { recursive: true }));

const at = (...names: string[]): string => path.join(feeds.folder, ...names);
const BAD = `${feedLine('a', 1)}\n{"broken":true}\n`;

/** What lies outside of the drop folder is as it was. */
function expectUntouched(): void {
  expect(fs.readdirSync(elsewhere)).toEqual(['secrets.json']);
  expect(fs.readFileSync(precious, 'utf8')).toBe('precious');
}

describe('the drop folder, where somebody else may write', () => {
  it('writes its record in the place of a link, not through it', async () => {
    const ingest = await feeds.stage(database);
    fs.symlinkSync(precious, at('.tries.json.new'));
    feeds.drop('1.ndjson', feedLine('a', 1));
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['1.ndjson']);
    expectUntouched();
  });

  it.each([
    ['a pipe', (file: string) => void execFileSync('mkfifo', [file])],
    ['a link', (file: string) => fs.symlinkSync(precious, file)],
    [
      'a record of strange entries',
      (file: string) => fs.writeFileSync(file, '{"1.ndjson":null,"2.ndjson":{"tries":"x"}}'),
    ],
    ['no record', (file: string) => fs.writeFileSync(file, 'null')],
  ])('reads feeds where its record is %s', async (_, make) => {
    const ingest = await feeds.stage(database);
    make(at('.tries.json'));
    feeds.drop('1.ndjson', feedLine('a', 1));
    await readAll(ingest);
    expect(feeds.filesIn('done')).toEqual(['1.ndjson']);
    expectUntouched();
  });

  it('puts nothing where a link leads that stands in the place of failed/, and says so', async () => {
    const ingest = await feeds.stage(database);
    fs.rmdirSync(at('failed'));
    fs.symlinkSync(elsewhere, at('failed'));
    feeds.drop('secrets.json', BAD);
    for (let tries = 0; tries < 3; tries += 1) {
      await readAll(ingest);
      feeds.letTimePass();
    }
    expect(feeds.setBack).toEqual(['secrets.json', 'secrets.json', 'secrets.json']);
    expect(fs.existsSync(at('secrets.json'))).toBe(true);
    expectUntouched();
  });

  it('puts nothing where a link leads that stands in the place of done/', async () => {
    const ingest = await feeds.stage(database);
    fs.rmdirSync(at('done'));
    fs.symlinkSync(elsewhere, at('done'));
    feeds.drop('secrets.json', feedLine('b', 2));
    for (let tries = 0; tries < 3; tries += 1) {
      await readAll(ingest);
      feeds.letTimePass();
    }
    expect(feeds.filesIn('failed')).toEqual(['secrets.json', 'secrets.json.error.txt']);
    expectUntouched();
  });

  it('writes reasons and refused lines through no link', async () => {
    const ingest = await feeds.stage(database);
    fs.symlinkSync(precious, at('failed', '1.ndjson.rejects.ndjson'));
    fs.symlinkSync(precious, at('failed', '1.ndjson.error.txt'));
    feeds.drop('1.ndjson', BAD);
    for (let tries = 0; tries < 3; tries += 1) {
      await readAll(ingest);
      feeds.letTimePass();
    }
    expect(fs.readFileSync(at('failed', '1.ndjson.error.txt'), 'utf8')).toContain('The reject file');
    expectUntouched();
  });
});
