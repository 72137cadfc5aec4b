import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrokenGroups, GroupedStore, MovingTown } from '@gable/testing';
import { runGable } from '../testing/run-gable.js';

const root = path.resolve(__dirname, '../../../..');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-properties-'));
let store: GroupedStore;

beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(async () => {
  await store.close();
  fs.rmSync(home, { recursive: true });
});
beforeEach(() => store.empty());
jest.setTimeout(180_000);

const environment = () => ({
  ...process.env,
  DATABASE_URL: store.testDatabase.url,
  GABLE_HOME: home,
  LOG_LEVEL: 'silent',
  GABLE_TEST_HOME: '',
});

/** What these commands print, as far as a test goes on with it. */
interface Printed {
  decisionId: string;
  merged: number;
  moved: number;
}

const gable = (...args: string[]) => runGable<Printed>({ url: store.testDatabase.url, home }, ...args);

const AGENCY = { source: { domain: 'agency.example', name: 'Agency' } };

describe('gable properties', () => {
  it('merges, refuses the opposite, takes back and splits, each with who and why', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY, floor: 9 });
    const [a, b] = [await store.property('a'), await store.property('b')];
    const merged = gable('properties', 'merge', a, b, '--reason', 'one key, one door');
    expect(merged).toMatchObject({
      code: 0,
      answer: { propertyId: a, merged: [b], listingIds: [await store.listing('a'), await store.listing('b')] },
    });
    expect(await store.homes()).toEqual(['a b']);

    const refused = gable('properties', 'split', a, '--listing', await store.listing('b'));
    expect(refused).toMatchObject({
      code: 1,
      answer: { error: expect.stringContaining(`gable properties withdraw ${merged.answer.decisionId}`) },
    });
    expect(gable('properties', 'withdraw', merged.answer.decisionId, '--by', 'anna')).toMatchObject({
      code: 0,
      answer: { withdrawn: true },
    });
    expect(gable('properties', 'split', a, '--listing', await store.listing('b'), '--by', 'anna')).toMatchObject({
      code: 0,
      answer: { propertyId: a },
    });
    expect(await store.homes()).toEqual(['a', 'b']);
    expect(gable('properties', 'decisions').answer).toMatchObject([
      { kind: 'SPLIT', decidedBy: 'anna', reason: null, withdrawnAt: null },
      { kind: 'MERGE', decidedBy: os.userInfo().username, reason: 'one key, one door', withdrawnBy: 'anna' },
    ]);
    expect(await findBrokenGroups(store.database)).toEqual([]);
  });

  it.each([
    ['one property alone', ['merge', 'x'], 2],
    ['a split without listings', ['split', 'x'], 2],
    ['an empty reason', ['merge', 'x', 'y', '--reason', ' '], 2],
    ['a property that is not there', ['merge', 'x', 'y'], 1],
    ['a decision that is not there', ['withdraw', 'x'], 1],
  ])('answers %s with one JSON document and its exit code', (_what, args, code) => {
    expect(gable('properties', ...args)).toMatchObject({ code, answer: { error: expect.any(String) } });
  });
});

/** Every listing in a property of its own, as if no two adverts had ever agreed. */
async function scatter(): Promise<void> {
  await store.database.query('truncate property, index_dirty, regroup_run');
  await store.database.query('update listing set property_id = id');
  await store.database.query(`
    insert into property (id, created_at, updated_at, min_price, max_price, max_area, min_price_per_area,
      online_count, revision, lat, lng)
    select id, now(), now(), min(price) filter (where online), max(price) filter (where online), max(area) filter
      (where online), min(price / area) filter (where online),
      count(*) filter (where online), 1, min(lat) filter (where online), min(lng) filter (where online)
    from listing group by id`);
  await store.database.query('insert into index_dirty (property_id, revision_id) select id, 1 from property');
}

const countMerged = async (): Promise<number> =>
  (await store.database.query<{ n: number }>('select count(*) as n from property where merged_into is not null'))[0]!.n;

/** Kills a run once that many properties more are merged; answers whether it had come to its end before. */
async function killedRegroup(afterMerged: number): Promise<boolean> {
  const target = (await countMerged()) + afterMerged;
  const child = spawn(process.execPath, [path.join(root, 'apps/cli/dist/main.js'), 'regroup', '--json'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout.resume();
  while (child.exitCode === null && (await countMerged()) < target);
  child.kill('SIGKILL');
  return (await ended) === 0;
}

describe('gable regroup', () => {
  it('killed at any moment and run again, ends in the homes of one clean run; a dry run told how many', async () => {
    const town = new MovingTown(3);
    await store.lines([...town.arrive(400), ...town.change(100)]);
    await scatter();
    const planned = gable('regroup', '--dry-run');
    expect(planned).toMatchObject({ code: 0, answer: { dryRun: true, settled: true } });
    const clean = gable('regroup').answer;
    expect(clean).toMatchObject({
      settled: true,
      resumed: false,
      merged: planned.answer.merged,
      moved: planned.answer.moved,
    });
    expect(clean.merged).toBeGreaterThan(50);
    const expected = await store.homes();
    expect(gable('regroup').answer).toMatchObject({ merged: 0, split: 0, moved: 0, passes: 1 });

    await scatter();
    let kills = 0;
    // At once, after the first turn, then ever later; the last target is never reached.
    for (const merged of [0, 1, 10, 20, 40, Infinity]) {
      if (await killedRegroup(merged)) break;
      kills += 1;
      expect(await findBrokenGroups(store.database)).toEqual([]);
    }
    expect(kills).toBeGreaterThan(2);
    expect(await store.homes()).toEqual(expected);
    expect(await findBrokenGroups(store.database)).toEqual([]);
  });
});
