import { openSearchClient, writeAliasOf, writeDocuments } from '@gable/search';
import { describeOpenSearch } from '@gable/testing';
import { IndexWorld } from '../testing/index-world.js';

describeOpenSearch('the index beside the store', (url) => {
  let world: IndexWorld;
  beforeAll(async () => {
    world = await IndexWorld.open(url);
  });
  beforeEach(() => world.clear());
  afterAll(() => world.close());

  const searched = async () => (await world.admin.searched())[0]!;

  it('is made where there is none, and follows every change', async () => {
    await world.ingest(world.town.arrive(40));
    await world.build();
    expect((await world.indexed()).size).toBeGreaterThan(30);
    expect(await world.indexed()).toEqual(await world.expected());
    for (let round = 0; round < 5; round += 1) {
      await world.ingest([...world.town.change(60), ...world.town.arrive(3)]);
      await world.drain();
      expect(await world.indexed()).toEqual(await world.expected());
    }
    expect(world.outcomes.reduce((sum, { removed }) => sum + removed, 0)).toBeGreaterThan(0);
  });

  it('hears of everything that changes a document: its property is marked with a risen revision', async () => {
    await world.ingest(world.town.arrive(60));
    for (let round = 0; round < 12; round += 1) {
      const before = await everyState(world);
      await world.database.query('truncate index_dirty');
      await world.ingest(world.town.change(40));
      const marked = new Set(await world.marked());
      const after = await everyState(world);
      for (const [id, { revision, document }] of after) {
        const earlier = before.get(id);
        if (JSON.stringify(earlier?.document) === JSON.stringify(document)) continue;
        expect({ id, isMarked: marked.has(id), hasRisen: revision > (earlier?.revision ?? 0) }).toEqual({
          id,
          isMarked: true,
          hasRisen: true,
        });
      }
    }
  });

  it('keeps a tombstone of what left the market, so that a late write of an older revision finds a newer one there', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    const before = await world.indexed();
    const [[id, document]] = [...before] as [[string, typeof before extends Map<string, infer D> ? D : never]];
    await world.database.query('update listing set online = false where property_id = $1', [id]);
    await world.database.query('update property set online_count = 0, revision = revision + 1 where id = $1', [id]);
    await world.marks.mark([{ propertyId: id, revision: document.revision + 1 }]);
    await world.drain();
    expect((await world.indexed()).has(id)).toBe(false);
    expect(await writeDocuments(world.client, writeAliasOf(await searched()), [document])).toEqual([{ kind: 'DONE' }]);
    expect((await world.indexed()).has(id)).toBe(false);
    await audit({ tombstoneMs: 7 * 86_400_000 });
    expect((await world.client.exists({ index: await searched(), id })).body).toBe(true);
    await audit({ tombstoneMs: -60_000 });
    expect((await world.client.exists({ index: await searched(), id })).body).toBe(false);
    expect(world.drifts).toEqual([NO_DRIFT, NO_DRIFT]);
  });

  it('sets a document aside that OpenSearch refuses, with its reason, indexes the rest, and takes it in once it has changed', async () => {
    await world.ingest(world.town.arrive(10));
    await world.build();
    await world.drain();
    const [id] = (
      await world.database.query<{ id: string }>('select property_id as id from listing where online limit 1')
    ).map((row) => row.id) as [string];
    const move = async (lat: number) => {
      await world.database.query('update listing set lat = $2 where property_id = $1', [id, lat]);
      const [row] = await world.database.query<{ revision: number }>(
        'update property set revision = revision + 1 where id = $1 returning revision',
        [id],
      );
      await world.marks.mark([{ propertyId: id, revision: row!.revision }]);
    };
    await world.ingest(world.town.arrive(5));
    await move(-95);
    await world.drain();
    expect(await world.database.query('select property_id, reason from index_refused')).toEqual([
      { property_id: id, reason: expect.stringContaining('illegal latitude value [-94.99') },
    ]);
    const [indexed, expected] = [await world.indexed(), await world.expected()];
    for (const map of [indexed, expected]) map.delete(id);
    expect(indexed).toEqual(expected);
    await audit();
    expect(world.drifts).toEqual([NO_DRIFT]); // refused is not drifted
    await move(45.05);
    await world.drain();
    expect((await world.marks.figures()).refused).toBe(0);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('is made anew when somebody removed it, without a write making one by itself', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    const name = await searched();
    await world.client.indices.delete({ index: name });
    await world.ingest(world.town.change(20));
    const indexing = world.indexing();
    while (world.lost.length === 0) await indexing.step();
    expect(
      (await world.client.indices.exists({ index: name })).body ||
        (await world.client.indices.exists({ index: writeAliasOf(name) })).body,
    ).toBe(false);
    await world.build();
    await world.drain();
    expect(await searched()).not.toBe(name);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('gets its aliases back, whoever removed them', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    const name = await searched();
    await world.client.indices.updateAliases({
      body: {
        actions: [world.admin.names.alias, writeAliasOf(name)].map((alias) => ({ remove: { index: name, alias } })),
      },
    });
    await world.ingest(world.town.change(20));
    await world.drain();
    await world.upkeep().step();
    expect([await searched(), world.lost]).toEqual([name, []]);
    expect(await world.indexed()).toEqual(await world.expected());
    await world.client.indices.delete({ index: name });
    await world.upkeep().step();
    expect(await world.indices.find(name)).toMatchObject({ state: 'RETIRED', retiredBecause: 'missing' });
  });

  it('alone is searched again, whoever lets searches find another, or another beside it', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    const old = await searched();
    const rebuild = world.rebuild();
    while ((await rebuild.step(Date.now())).phase !== 'done');
    const name = await searched();
    const { alias } = world.admin.names;
    for (const actions of [
      [{ add: { index: old, alias } }],
      [{ add: { index: old, alias } }, { remove: { index: name, alias } }],
    ]) {
      await world.client.indices.updateAliases({ body: { actions } });
      await world.upkeep().step();
      expect(await world.admin.searched()).toEqual([name]);
    }
  });

  it('is not searched any more, and made anew, after a time without it', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    const name = await searched();
    await world.indices.retire(name, 'the search engine was switched');
    const building = world.building();
    await building.step();
    expect(await world.admin.searched()).toEqual([]);
    while (await building.step());
    expect(await searched()).not.toBe(name);
    await world.upkeep({ oldIndexMs: 3_600_000 }).step();
    expect((await world.client.indices.exists({ index: name })).body).toBe(true);
    await world.upkeep({ oldIndexMs: 0 }).step();
    expect((await world.client.indices.exists({ index: name })).body).toBe(false);
  });

  it('is compared with the store: what differs is counted by kind and indexed again', async () => {
    await world.ingest(world.town.arrive(30));
    await world.build();
    await world.drain();
    const [missing, behind, ahead] = [...(await world.indexed()).values()] as [Doc, Doc, Doc];
    await world.database.query('update property set revision = 9 where id = any($1)', [[behind.id, ahead.id]]);
    await world.marks.mark([
      { propertyId: behind.id, revision: 9 },
      { propertyId: ahead.id, revision: 9 },
    ]);
    await world.drain();
    await world.tamper(missing.id, null);
    await world.tamper(behind.id, { ...behind, revision: 8 });
    await world.tamper(SURPLUS, { ...behind, id: SURPLUS, revision: 3 });
    await world.tamper(ahead.id, { ...ahead, revision: 10 });
    await audit();
    expect(world.drifts).toEqual([{ missing: 1, behind: 1, surplus: 1, ahead: 1 }]);
    expect((await world.marked()).sort()).toEqual([missing.id, behind.id, SURPLUS].sort());
    await world.drain();
    await audit();
    expect(world.drifts[1]).toEqual({ ...NO_DRIFT, ahead: 1 }); // only a rebuild helps where the store was put back
    expect((await world.indices.live())!.drift).toEqual({ ...NO_DRIFT, ahead: 1 });
  });

  it('does not count as drift what is marked, and is not compared again before its time', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    await world.ingest(world.town.change(20));
    await audit();
    expect(world.drifts).toEqual([NO_DRIFT]);
    await audit({ auditEveryMs: 3_600_000 });
    expect(world.drifts).toHaveLength(1);
  });

  it('keeps every mark while OpenSearch does not answer, and says so once', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    await world.drain();
    await world.ingest(world.town.change(20));
    const marked = (await world.marked()).sort();
    const nobody = openSearchClient('http://127.0.0.1:9', { timeoutMs: 1_000 });
    const cutOff = world.indexing(nobody);
    for (let step = 0; step < 3; step += 1) await cutOff.step();
    await nobody.close();
    expect([(await world.marked()).sort(), world.heldUp]).toEqual([
      marked,
      ['OpenSearch cannot be reached (connect ECONNREFUSED 127.0.0.1:9).'],
    ]);
    await world.drain();
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('takes no documents while its disk is full, and the worker says why and until when', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    await world.drain();
    const index = await searched();
    const block = (isFull: true | null) =>
      world.client.indices.putSettings({ index, body: { 'index.blocks.read_only_allow_delete': isFull } });
    await block(true);
    await world.ingest(world.town.change(20));
    const stage = world.indexing();
    for (let step = 0; step < 3; step += 1) await stage.step();
    expect(world.heldUp).toEqual([expect.stringContaining('disk usage exceeded flood-stage watermark')]);
    await block(null);
    await world.drain(stage);
    expect(world.heldUp.slice(1)).toEqual([null]);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  it('is kept by several workers at once, each mark taken by one of them', async () => {
    await world.ingest(world.town.arrive(20));
    await world.build();
    await world.drain();
    world.outcomes.length = 0;
    await world.ingest(world.town.change(200));
    const count = (await world.marked()).length;
    const workers = [world.indexing(), world.indexing(), world.indexing()];
    while ((await world.marked()).length > 0) await Promise.all(workers.map((worker) => worker.step()));
    expect(world.outcomes.reduce((sum, { indexed }) => sum + indexed.length, 0)).toBe(count);
    expect(await world.indexed()).toEqual(await world.expected());
  });

  async function audit(times = {}): Promise<void> {
    const upkeep = world.upkeep({ auditEveryMs: 0, ...times });
    while (await upkeep.step());
  }
});

type Doc = Awaited<ReturnType<IndexWorld['indexed']>> extends Map<string, infer D> ? D : never;

const SURPLUS = '00000000-0000-7000-8000-000000000001';
const NO_DRIFT = { missing: 0, behind: 0, ahead: 0, surplus: 0 };

async function everyState(world: IndexWorld): Promise<Map<string, { revision: number; document: unknown }>> {
  const ids = (await world.database.query<{ id: string }>('select id from property')).map(({ id }) => id);
  return new Map(
    (await world.documents.read(ids)).map(({ id, revision, document }) => [
      id,
      { revision, document: document && { ...document, revision: 0, updatedAt: 0 } },
    ]),
  );
}
