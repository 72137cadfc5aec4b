import fs from 'node:fs';
import path from 'node:path';
import type { Database } from '@gable/persistence';
import { type FeedFolder, feedLine, readAll } from '../testing/feed-folder.js';
import { FeedWorld } from '../testing/feed-world.js';

const world = new FeedWorld();
let database: Database;
let feeds: FeedFolder;

beforeEach(() => {
  ({ database, feeds } = world);
});
afterEach(() => void jest.restoreAllMocks());

describe('the drop folder, where the disk is full', () => {
  it('sets a feed back whose refused lines find no room, and reads it whole once there is some', async () => {
    const ingest = await feeds.stage(database);
    const rejects = path.join(feeds.folder, 'failed', '1-bad.ndjson.rejects.ndjson');
    const { createWriteStream } = fs;
    jest.spyOn(fs, 'createWriteStream').mockImplementationOnce(() => createWriteStream('/dev/full'));
    // More of them than a stream holds: it has failed before the feed is at its end.
    feeds.drop('1-bad.ndjson', `${feedLine('a', 1)}\n${'{"broken":true}\n'.repeat(500)}`);
    feeds.drop('2-good.ndjson', feedLine('b', 2));
    await readAll(ingest);
    expect([feeds.setBack, feeds.filesIn('done'), feeds.filesIn('failed')]).toEqual([
      ['1-bad.ndjson'],
      ['2-good.ndjson'],
      [],
    ]);
    feeds.letTimePass();
    await readAll(ingest);
    expect(feeds.filesIn('failed')).toEqual(['1-bad.ndjson', '1-bad.ndjson.rejects.ndjson']);
    expect(fs.readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(500);
  });
});
