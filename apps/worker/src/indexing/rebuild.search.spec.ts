import { setImmediate } from 'node:timers/promises';
import { criteriaNode } from '@gable/domain/testing';
import { MAPPING_VERSION, OpenSearchSearch } from '@gable/search';
import { describeOpenSearch } from '@gable/testing';
import { IndexWorld } from '../testing/index-world.js';
import { IndexBuildingStage } from './index-building-stage.js';

/** So small that a hundred homes take many steps. */
const SIZES = { propertiesPerRequest: 7, requestsPerStep: 2, propertiesPerComparison: 20 };

describeOpenSearch('a rebuild', (url) => {
  let world: IndexWorld;
  beforeAll(async () => {
    world = await IndexWorld.open(url);
  });
  beforeEach(async () => {
    await world.clear();
    await world.ingest(world.town.arrive(100));
    await world.build();
    await world.drain();
  });
  afterAll(() => world.close());

  const searched = async () => (await world.admin.searched())[0]!;

  it('loses nothing that is written meanwhile and never fails a search, though it is killed again and again', async () => {
    const before = await searched();
    const search = new OpenSearchSearch(world.client, {
      alias: world.admin.names.alias,
      timeoutMs: 20_000,
      now: () => Promise.resolve(Date.now()),
    });
    const indexing = world.indexing();
    let rebuild = world.rebuild(SIZES);
    for (let step = 0, phase = ''; phase !== 'done'; step += 1) {
      await world.ingest([...world.town.change(15), ...world.town.arrive(1)]);
      if (step % 2 === 0) await indexing.step();
      if (step % 3 === 2 && step < 24) rebuild = world.rebuild(SIZES); // all that it had in memory is gone
      ({ phase } = await rebuild.step(Date.now()));
      const { ids } = await search.findPage({
        criteria: criteriaNode([]),
        sort: { field: 'CREATED_AT', direction: 'DESC' },
        offset: 0,
        limit: 100,
      });
      expect(ids.length).toBeGreaterThan(60);
    }
    expect(await searched()).not.toBe(before);
    await world.drain(indexing);
    expect(await world.indexed()).toEqual(await world.expected());
    expect(await world.indices.find(before)).toMatchObject({ state: 'RETIRED', retiredBecause: 'replaced' });
  });

  it('goes on where it was killed, in whatever was under way', async () => {
    const deaths = ['begin', 'created', 'advance', 'makeLive'] as const;
    for (const death of deaths) {
      const rebuild = world.rebuild(SIZES);
      const spy = jest.spyOn(world.indices, death).mockImplementationOnce(async () => {
        throw new Error('killed');
      });
      await expect(toItsEnd(rebuild)).rejects.toThrow('killed');
      spy.mockRestore();
    }
    const name = (await world.indices.inTheMaking())!.name;
    await toItsEnd(world.rebuild(SIZES));
    expect(await searched()).toBe(name);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('writes again what a worker wrote to the old index alone, because it had read the list of indices before', async () => {
    const rebuild = world.rebuild(SIZES);
    const indexing = world.indexing();
    const targets = jest.spyOn(world.indices, 'targets');
    const old = await world.indices.targets();
    await rebuild.step(Date.now());
    while ((await rebuild.step(Date.now())).phase === 'loading' && !(await world.indices.inTheMaking())!.isLoaded);
    await world.ingest(world.town.change(20));
    const count = (await world.marked()).length;
    targets.mockResolvedValueOnce(old);
    await indexing.step(); // it writes where the list of before says, and finishes at once
    targets.mockRestore();
    expect((await world.marked()).length).toBe(count);
    await world.drain(indexing);
    await toItsEnd(rebuild);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('stays as another worker made it while this one waited for the lock', async () => {
    await world.indices.retire(await searched(), 'of the spec');
    const late = new IndexBuildingStage(
      Object.assign(Object.create(world.database) as typeof world.database, {
        withLock: async (lock: number, work: (lost: AbortSignal) => Promise<unknown>) => {
          if ((await world.indices.live()) === null) await world.build();
          return world.database.withLock(lock, work);
        },
      }),
      ...([world.indices, world.admin, world.rebuild(SIZES), { progressed: () => undefined }] as const),
    );
    expect(await late.step()).toBe(false);
    expect(await world.indices.inTheMaking()).toBeNull();
    expect(await searched()).toBe((await world.indices.live())!.name);
  });

  it('leaves an index of a newer release to that one, live or in the making', async () => {
    const name = await searched();
    const building = new IndexBuildingStage(world.database, world.indices, world.admin, world.rebuild(SIZES), {
      progressed: () => undefined,
    });
    const age = (version: number) =>
      world.database.query('update search_index set mapping_version = $1 where state <> $2', [version, 'RETIRED']);
    await age(MAPPING_VERSION + 1);
    await world.ingest(world.town.change(15));
    const before = await world.indexed();
    expect([await building.step(), await world.indexing().step()]).toEqual([false, false]);
    expect(await world.indexed()).toEqual(before);
    expect([await world.indices.inTheMaking(), await searched()]).toEqual([null, name]);

    await age(MAPPING_VERSION);
    await world.indices.begin('of-a-newer-release', MAPPING_VERSION + 1);
    expect(await building.step()).toBe(false);
    await expect(world.rebuild(SIZES).step(Date.now())).rejects.toThrow('newer release');
    expect(await world.indices.inTheMaking()).toMatchObject({ name: 'of-a-newer-release' });
    await world.drain();
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('replaces an index of an older release once its workers are gone, which would make their own again', async () => {
    const building = (): IndexBuildingStage => {
      const { database, indices, admin } = world;
      const stage = new IndexBuildingStage(database, indices, admin, world.rebuild(SIZES), {
        progressed: () => undefined,
      });
      return Object.assign(stage, { aloneForMs: 0 });
    };
    await world.database.query('update search_index set mapping_version = $1', [MAPPING_VERSION - 1]);
    expect(await Object.assign(building(), { aloneForMs: 60_000 }).step()).toBe(false); // one may come back
    const older = await world.database.openSession();
    await older.query(`set application_name = 'gable worker'`);
    expect(await building().step()).toBe(false);
    expect(await world.indices.inTheMaking()).toBeNull();
    older.close();
    while (await world.indices.isBesideRebuilder()) await setImmediate();
    expect(await building().step()).toBe(true);
    await toItsEnd(world.rebuild(SIZES));
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('repairs what differs before it is searched', async () => {
    const rebuild = world.rebuild(SIZES);
    let loaded = false;
    while (!loaded) {
      await rebuild.step(Date.now());
      loaded = (await world.indices.inTheMaking())?.isLoaded ?? false;
    }
    const { name } = (await world.indices.inTheMaking())!;
    const [gone] = [...(await world.expected()).keys()] as [string];
    // Under its own version, so that the same version may be written again at once: a deletion without one makes a
    // version that is higher by one, which the server remembers until a clock that it reads rarely has moved on.
    const { body } = await world.client.get({ index: name, id: gone });
    await world.client.delete({ index: name, id: gone, version: body._version!, version_type: 'external_gte' });
    await world.client.indices.refresh({ index: name });
    await toItsEnd(rebuild);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('fails, and begins anew when it is run again, where its index was taken away', async () => {
    const rebuild = world.rebuild(SIZES);
    await rebuild.step(Date.now());
    const { name } = (await world.indices.inTheMaking())!;
    await world.client.indices.delete({ index: name });
    await expect(toItsEnd(rebuild)).rejects.toThrow(`${name} is gone`);
    await toItsEnd(world.rebuild(SIZES));
    expect(await world.indexed()).toEqual(await world.expected());
  });

  async function toItsEnd(rebuild: ReturnType<IndexWorld['rebuild']>): Promise<void> {
    while ((await rebuild.step(Date.now())).phase !== 'done');
  }
});
