import { LOCKS } from '@gable/persistence';
import { SeededRandom } from '@gable/domain/testing';
import { AccountStore } from '@gable/persistence/accounts';
import { FavoriteStore, PropertyStore, RegroupStore } from '@gable/persistence/properties';
import { endLockHolder, findBrokenGroups, GroupedStore, MovingTown } from '@gable/testing';
import { mergeProperties } from '../decisions/merge-properties.js';
import { splitProperty } from '../decisions/split-property.js';
import { regroup, RegroupBusy } from './regroup.js';
import type { RegroupReport } from './regroup-report.js';

let store: GroupedStore;
const ANNA = { by: 'anna', reason: null };

beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(() => store.close());
beforeEach(() => store.empty());
afterEach(async () => expect(await findBrokenGroups(store.database)).toEqual([]));

const AGENCY = { source: { domain: 'agency.example', name: 'Agency' } };
const PAPER = { source: { domain: 'paper.example', name: 'Paper' } };
const rows = <Row extends object>(text: string) => store.database.query<Row>(text);

/** Puts the listings into properties as somebody else might have: groups by the names of adverts. */
async function putInto(...homes: string[][]): Promise<void> {
  await store.database.query('truncate property, index_dirty');
  for (const names of homes) {
    const [home] = await store.database.query<{ id: string }>(
      `
      with home as (select md5($1::text)::uuid as id), moved as (update listing set property_id = home.id from home where external_id = any($1::text[]))
      select id from home`,
      [names],
    );
    await store.database.query(
      `
      insert into property (id, created_at, updated_at, min_price, max_price, max_area, min_price_per_area, online_count, revision, lat, lng)
      select $1, now(), now(), min(price), max(price), max(area), min(price / area), count(*), 1,
        (array_agg(lat order by coalesce(location_accuracy, 5), id desc) filter (where lat is not null))[1],
        (array_agg(lng order by coalesce(location_accuracy, 5), id desc) filter (where lat is not null))[1]
      from listing where property_id = $1 and online`,
      [home!.id],
    );
    await store.database.query('insert into index_dirty (property_id, revision_id) values ($1, 1)', [home!.id]);
  }
}

const stateOf = () => rows('select external_id, property_id, grouping_score, grouping_reasons from listing order by 1');

describe('gable regroup', () => {
  it('merges what agrees and splits what contradicts, with the reasons on the listings; a second run changes nothing', async () => {
    await store.feed(
      { externalId: 'a' },
      { externalId: 'b', ...AGENCY },
      { externalId: 'c', ...PAPER },
      { externalId: 'x', floor: 8 },
      { externalId: 'y', ...AGENCY, floor: 8 },
    );
    expect(await store.homes()).toEqual(['a b c', 'x y']);
    await putInto(['a', 'x'], ['b'], ['c', 'y']);
    const report = await regroup(store.database);
    expect(await store.homes()).toEqual(['a b c', 'x y']);
    expect(report).toMatchObject({ settled: true, resumed: false, dryRun: false });
    expect(report.examples.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['MERGE']));
    expect(report.examples[0]!.reasons.length).toBeGreaterThan(1);
    const before = await stateOf();
    expect(await regroup(store.database)).toMatchObject({ passes: 1, merged: 0, split: 0, moved: 0, settled: true });
    expect(await stateOf()).toEqual(before);
  });

  it('says why it split two adverts, and leaves the favourite with those that stay', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY }, { externalId: 'x', ...AGENCY, floor: 8 });
    await putInto(['a', 'b', 'x']);
    const home = await store.property('a');
    const account = await new AccountStore(store.database).ensure('Keeper', new Date());
    const favorites = new FavoriteStore(store.database);
    await store.database.transaction((transaction) => favorites.add(account.id, home, new Date(), transaction));
    const report = await regroup(store.database);
    expect(report).toMatchObject({ merged: 0, split: 1, moved: 1 });
    expect(report.examples).toMatchObject([
      {
        kind: 'SPLIT',
        from: home,
        listings: 1,
        listingIds: [await store.listing('x')],
        reasons: expect.arrayContaining(['floors 8 and 4']),
      },
    ]);
    expect(report.examples[0]!.averageBits).toBeLessThan(0);
    expect(await store.property('a')).toBe(home);
    expect(
      (await favorites.list(account.id, { offset: 0, limit: 9 })).items.map(({ propertyId }) => propertyId),
    ).toEqual([home]);
  });

  it('takes favourites along into the larger property and leaves a trail to it', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY }, { externalId: 'c', ...PAPER });
    await putInto(['a'], ['b', 'c']);
    const [small, large] = [await store.property('a'), await store.property('b')];
    const account = await new AccountStore(store.database).ensure('Keeper', new Date());
    const favorites = new FavoriteStore(store.database);
    await store.database.transaction((transaction) => favorites.add(account.id, small, new Date(), transaction));
    const events = await rows('select id from listing_change');
    await regroup(store.database);
    expect(await new PropertyStore(store.database).survivorOf(small)).toBe(large);
    expect(
      (await favorites.list(account.id, { offset: 0, limit: 9 })).items.map(({ propertyId }) => propertyId),
    ).toEqual([large]);
    expect(await rows('select id from listing_change')).toEqual(events); // nothing for the alerts
  });

  it('a dry run tells the same and changes nothing', async () => {
    await store.feed(
      { externalId: 'a' },
      { externalId: 'b', ...AGENCY },
      { externalId: 'c', ...PAPER },
      { externalId: 'x', floor: 8 },
      { externalId: 'y', ...AGENCY, floor: 8 },
    );
    await putInto(['a', 'x'], ['b'], ['c', 'y']);
    const before = await stateOf();
    const planned = await regroup(store.database, { dryRun: true, range: 2, batch: 1 });
    expect(await stateOf()).toEqual(before);
    expect(await rows('select * from regroup_plan')).toEqual([]);
    const done = await regroup(store.database, { range: 2, batch: 1 });
    const figures = ({ merged, split, moved, passes, settled }: typeof done) => ({
      merged,
      split,
      moved,
      passes,
      settled,
    });
    expect(figures(planned)).toEqual(figures(done));
    expect(done.moved).toBeGreaterThan(1);
  });

  it('obeys decisions: keeps apart what is to be apart and together what is to be together', async () => {
    await store.feed(
      { externalId: 'a' },
      { externalId: 'b', ...AGENCY },
      { externalId: 'x', floor: 8 },
      { externalId: 'z', ...PAPER, floor: 1 },
    );
    await splitProperty(store.database, await store.property('a'), [await store.listing('b')], ANNA);
    await mergeProperties(store.database, [await store.property('x'), await store.property('z')], ANNA);
    expect(await store.homes()).toEqual(['a', 'b', 'x z']);
    expect(await regroup(store.database)).toMatchObject({ merged: 0, split: 0, moved: 0, passes: 1 });
    expect(await store.homes()).toEqual(['a', 'b', 'x z']);
  });

  it('finds listings whose blocking keys are missing', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY });
    await putInto(['a'], ['b']);
    await store.database.query('truncate listing_block');
    const report = await regroup(store.database);
    expect(report.keysAdded).toBeGreaterThan(4);
    expect(await store.homes()).toEqual(['a b']);
    expect(await regroup(store.database)).toMatchObject({ keysAdded: 0, moved: 0 });
  });

  it('goes on after an interruption, and ends where one run ends', async () => {
    const town = new MovingTown(7);
    await store.lines([...town.arrive(60), ...town.change(40)]);
    const names = (await rows<{ external_id: string }>('select external_id from listing order by id')).map(
      ({ external_id }) => external_id,
    );
    const random = new SeededRandom(11);
    const scrambled: string[][] = Array.from({ length: 25 }, () => []);
    for (const name of names) random.pick(scrambled).push(name);
    const filled = scrambled.filter((home) => home.length > 0);
    await putInto(...filled);
    await regroup(store.database, { range: 5, batch: 2 });
    const expected = await store.homes();

    await store.database.query('truncate regroup_run');
    await putInto(...filled);
    let ranges = 0;
    let resumed = 0;
    for (let stop = 1; ; stop += 1) {
      const controller = new AbortController();
      const run = regroup(store.database, {
        range: 5,
        batch: 2,
        signal: controller.signal,
        onProgress: () => {
          ranges += 1;
          if (ranges % 2 === 0 && stop < 6) controller.abort();
        },
      });
      const report = await run.catch(() => undefined);
      if (report === undefined) continue;
      resumed += Number(report.resumed);
      break;
    }
    expect(resumed).toBe(1);
    expect(await store.homes()).toEqual(expected);
    expect(await regroup(store.database)).toMatchObject({ moved: 0, passes: 1 });
  });

  it('works beside an ingest: nothing is lost, and what both left is settled by another run', async () => {
    const town = new MovingTown(5);
    await store.lines(town.arrive(120));
    const names = (await rows<{ external_id: string }>('select external_id from listing order by id')).map(
      ({ external_id }) => external_id,
    );
    await putInto(...names.map((name) => [name]));
    const batches = Array.from({ length: 12 }, () => [...town.change(8), ...town.arrive(2)]);
    const ingesting = (async () => {
      for (const batch of batches) await store.lines(batch);
    })();
    const report = await regroup(store.database, { range: 4, batch: 2 });
    await ingesting;
    expect(report.merged).toBeGreaterThan(5);
    expect(await findBrokenGroups(store.database)).toEqual([]);
    await regroup(store.database);
    expect(await regroup(store.database)).toMatchObject({ moved: 0, settled: true });
  });

  it('stops where its lock is lost, and leaves the rest to the run that has it then', async () => {
    const town = new MovingTown(5);
    await store.lines(town.arrive(40));
    const names = (await rows<{ external_id: string }>('select external_id from listing order by id')).map(
      ({ external_id }) => external_id,
    );
    await putInto(...names.map((name) => [name]));
    const save = RegroupStore.prototype.save;
    let other!: Promise<RegroupReport>;
    jest.spyOn(RegroupStore.prototype, 'save').mockImplementationOnce(async function (this: RegroupStore, run) {
      await save.call(this, run);
      await endLockHolder(store.database, LOCKS.regroup);
      other = regroup(store.database, { range: 4 });
    });
    await expect(regroup(store.database, { range: 4 })).rejects.toThrow('The connection that held a lock was lost');
    expect(await other).toMatchObject({ resumed: true, settled: true });
  });

  it('is done by one process at a time', async () => {
    await store.feed({ externalId: 'a' });
    await store.database.withLock(LOCKS.regroup, () => expect(regroup(store.database)).rejects.toThrow(RegroupBusy));
    expect(await regroup(store.database)).toMatchObject({ settled: true });
  });
});
