import { AccountStore } from '@gable/persistence/accounts';
import { FavoriteStore, PropertyStore } from '@gable/persistence/properties';
import { newId } from '@gable/persistence';
import { findBrokenGroups, GroupedStore } from '@gable/testing';
import { mergeProperties } from './merge-properties.js';
import { splitProperty } from './split-property.js';
import { withdrawDecision } from './withdraw-decision.js';

let store: GroupedStore;
const ANNA = { by: 'anna', reason: 'saw it' };

beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(() => store.close());
beforeEach(() => store.empty());

const OTHER_FLOOR = { floor: 7 };
const ELSEWHERE = {
  location: { lat: 45.76, lng: 4.83, accuracy: 'PRECISE', cityName: 'Lyon' },
  area: 120,
  rooms: 5,
  bedrooms: 4,
  price: 420_000,
  floor: 1,
  building: { constructionYear: 1900 },
};
const AGENCY = { source: { domain: 'agency.example', name: 'Agency' } };

const rows = <Row extends object>(text: string, parameters: unknown[] = []) =>
  store.database.query<Row>(text, parameters);
const idsOf = (...names: string[]) => Promise.all(names.map((name) => store.property(name)));
async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  return work.then(
    () => {
      throw new Error('was not refused');
    },
    (error: unknown) => error as { code: string; message: string },
  );
}

afterEach(async () => expect(await findBrokenGroups(store.database)).toEqual([]));

describe('a merge by hand', () => {
  it('puts all listings into the property named first, whatever they say, and writes down who, when and why', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE }, { externalId: 'c', ...OTHER_FLOOR });
    const [a, b, c] = (await idsOf('a', 'b', 'c')) as [string, string, string];
    const done = await mergeProperties(store.database, [b, c, a], ANNA);
    expect(done).toMatchObject({ propertyId: b, merged: [c, a] });
    expect(await store.homes()).toEqual(['a b c']);
    expect(await rows('select min_price, max_price, online_count, revision from property where id = $1', [b])).toEqual([
      { min_price: 200_000, max_price: 420_000, online_count: 3, revision: 2 },
    ]);
    const [decision] = await rows(
      'select kind, decided_by, reason, property_ids, listing_ids, decided_at from grouping_decision',
    );
    expect(decision).toEqual({
      kind: 'MERGE',
      decided_by: 'anna',
      reason: 'saw it',
      property_ids: [b, c, a],
      listing_ids: done.listingIds,
      decided_at: expect.any(Date),
    });
    expect(await rows('select grouping_reasons from listing where external_id = $1', ['a'])).toEqual([
      { grouping_reasons: ['decided by hand to be one home: saw it'] },
    ]);
  });

  it('makes no change for the alerts', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
    await mergeProperties(store.database, await idsOf('a', 'b'), ANNA);
    await splitProperty(store.database, await store.property('a'), [await store.listing('b')], ANNA).catch(() => {});
    expect(await rows('select count(*) as n from listing_change')).toEqual([{ n: 2 }]);
    expect(await rows('select count(*) as n from listing_revision')).toEqual([{ n: 2 }]);
  });

  it('takes favourites along, of an account that had several the oldest', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
    const [a, b] = (await idsOf('a', 'b')) as [string, string];
    const accounts = new AccountStore(store.database);
    const [one, two] = [
      await accounts.ensure(`one ${newId(new Date())}`, new Date()),
      await accounts.ensure(`two ${newId(new Date())}`, new Date()),
    ];
    const favorites = new FavoriteStore(store.database);
    const keep = (accountId: string, propertyId: string) =>
      store.database.transaction((transaction) => favorites.add(accountId, propertyId, new Date(), transaction));
    const first = await keep(one.id, b);
    await keep(one.id, a);
    const others = await keep(two.id, b);
    await mergeProperties(store.database, [a, b], ANNA);
    const listed = async (accountId: string) =>
      (await favorites.list(accountId, { offset: 0, limit: 10 })).items.map(({ propertyId }) => propertyId);
    expect(await listed(one.id)).toEqual([a]);
    expect(await listed(two.id)).toEqual([a]);
    expect((await favorites.list(two.id, { offset: 0, limit: 1 })).items[0]!.id).toBe(others!.favorite.id);
    expect(first!.isNew).toBe(true);
  });

  it('leaves a trail that ends at the survivor, through later merges and a later split', async () => {
    await store.feed(
      { externalId: 'a' },
      { externalId: 'b', ...OTHER_FLOOR },
      { externalId: 'c', ...ELSEWHERE },
      { externalId: 'd', ...ELSEWHERE, floor: 9 },
    );
    const [a, b, c, d] = (await idsOf('a', 'b', 'c', 'd')) as [string, string, string, string];
    const properties = new PropertyStore(store.database);
    await mergeProperties(store.database, [b, a], ANNA);
    await mergeProperties(store.database, [c, b], ANNA);
    expect([await properties.survivorOf(a), await properties.survivorOf(b), await properties.survivorOf(c)]).toEqual([
      c,
      c,
      null,
    ]);
    await withdrawDecision(
      store.database,
      (await rows<{ id: string }>('select id from grouping_decision order by id desc'))[0]!.id,
      ANNA,
    );
    // A stands for c.
    const { newPropertyId } = await splitProperty(store.database, a, [await store.listing('c')], ANNA);
    expect([await properties.survivorOf(a), await properties.survivorOf(newPropertyId)]).toEqual([c, null]);
    await mergeProperties(store.database, [d, c], ANNA);
    expect([await properties.survivorOf(a), await properties.survivorOf(b)]).toEqual([d, d]);
    expect(
      [...(await properties.readCurrent([a, d, newId(new Date())]))]
        .map(([asked, { uuid, listings }]) => [asked, uuid, listings.length])
        .sort(),
    ).toEqual(
      [
        [a, d, 3],
        [d, d, 3],
      ].sort(),
    );
    expect((await properties.read([a, d])).map(({ uuid, listings }) => [uuid, listings.length])).toEqual([[d, 3]]);
  });

  it('holds when a later state contradicts, when the advert goes and when it comes back', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...OTHER_FLOOR });
    await mergeProperties(store.database, await idsOf('a', 'b'), ANNA);
    await store.feed({ externalId: 'b', ...ELSEWHERE });
    expect(await store.homes()).toEqual(['a b']);
    await store.feed({ externalId: 'a', status: 'OFFLINE' }, { externalId: 'b', status: 'OFFLINE' });
    await store.feed({ externalId: 'a', ...OTHER_FLOOR, price: 150_000 }, { externalId: 'b' });
    expect(await store.homes()).toEqual(['a b']);
  });

  it('moves what is tied together as one when a later state no longer fits the others', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...OTHER_FLOOR });
    await mergeProperties(store.database, await idsOf('a', 'b'), ANNA);
    await store.feed({ externalId: 'b' });
    await store.feed({ externalId: 'c', ...AGENCY });
    expect(await store.homes()).toEqual(['a b c']);
    const before = await store.property('c');
    await store.feed({ externalId: 'a', ...ELSEWHERE });
    expect(await store.homes()).toEqual(['a b', 'c']);
    expect(await store.property('c')).toBe(before);
  });

  it('of properties that are one already holds them together for good', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY });
    expect(await store.homes()).toEqual(['a b']);
    const [a] = await idsOf('a');
    expect(await mergeProperties(store.database, [a!, a!], ANNA)).toMatchObject({ propertyId: a, merged: [] });
    await store.feed({ externalId: 'b', ...AGENCY, ...OTHER_FLOOR });
    expect(await store.homes()).toEqual(['a b']);
  });

  it('refuses properties that are not there', async () => {
    await store.feed({ externalId: 'a' });
    const [a] = await idsOf('a');
    const nobody = newId(new Date());
    expect(await refusal(mergeProperties(store.database, [a!, nobody], ANNA))).toMatchObject({
      code: 'UNKNOWN_PROPERTY',
      message: `There is no property ${nobody}.`,
    });
    expect(await refusal(mergeProperties(store.database, ['x', a!], ANNA))).toMatchObject({ code: 'UNKNOWN_PROPERTY' });
    expect(await rows('select id from grouping_decision')).toEqual([]);
  });
});

describe('a split by hand', () => {
  it('makes a property of the listings named, and counts both anew', async () => {
    await store.feed(
      { externalId: 'a' },
      { externalId: 'b', ...AGENCY, price: 195_000 },
      { externalId: 'c', ...AGENCY, price: 205_000 },
    );
    const [home] = await idsOf('a');
    const b = await store.listing('b');
    const done = await splitProperty(store.database, home!, [b.toUpperCase()], ANNA);
    expect(done).toMatchObject({ propertyId: home, listingIds: [b] });
    expect(await store.homes()).toEqual(['a c', 'b']);
    expect(await rows('select id, min_price, online_count, revision from property order by id')).toEqual([
      { id: home, min_price: 200_000, online_count: 2, revision: 2 },
      { id: done.newPropertyId, min_price: 195_000, online_count: 1, revision: 1 },
    ]);
    expect(await rows('select kind, property_ids, listing_ids from grouping_decision')).toEqual([
      { kind: 'SPLIT', property_ids: [home, done.newPropertyId], listing_ids: [b] },
    ]);
  });

  it('holds when later states agree in everything, and when an advert shows both to be one home', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY });
    await splitProperty(store.database, await store.property('a'), [await store.listing('b')], ANNA);
    await store.feed({ externalId: 'b', ...AGENCY, price: 199_000 }, { externalId: 'a', price: 199_000 });
    expect(await store.homes()).toEqual(['a', 'b']);
    await store.feed({ externalId: 'c', price: 199_000, source: { domain: 'paper.example', name: 'Paper' } });
    expect(await store.homes()).toEqual(['a c', 'b']);
    await store.feed({ externalId: 'a', status: 'OFFLINE' }, { externalId: 'b', status: 'OFFLINE' });
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY });
    expect(await store.homes()).toEqual(['a c', 'b']);
  });

  it('refuses what leaves nothing, and listings of other homes', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
    const [a] = await idsOf('a');
    expect(await refusal(splitProperty(store.database, a!, [await store.listing('a')], ANNA))).toMatchObject({
      code: 'NOTHING_LEFT',
    });
    expect(await refusal(splitProperty(store.database, a!, [await store.listing('b')], ANNA))).toMatchObject({
      code: 'NOT_OF_THE_PROPERTY',
    });
    expect(await store.homes()).toEqual(['a', 'b']);
  });
});

describe('decisions that contradict each other', () => {
  it('are refused with the name of the one that stands, until that is taken back', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY });
    const { decisionId, newPropertyId, propertyId } = await splitProperty(
      store.database,
      await store.property('a'),
      [await store.listing('b')],
      { by: 'bert', reason: 'twin flats' },
    );
    const refused = await refusal(mergeProperties(store.database, [propertyId, newPropertyId], ANNA));
    expect(refused).toMatchObject({ code: 'CONTRADICTS_DECISION' });
    expect(refused.message).toMatch(
      new RegExp(
        `^bert decided on .* are not one home \\(twin flats\\)\\. Take that decision back first: gable properties withdraw ${decisionId}$`,
      ),
    );
    expect(await store.homes()).toEqual(['a', 'b']);
    await withdrawDecision(store.database, decisionId, { by: 'bert', reason: 'I was wrong' });
    expect(await rows('select withdrawn_by, withdrawn_reason from grouping_decision')).toEqual([
      { withdrawn_by: 'bert', withdrawn_reason: 'I was wrong' },
    ]);
    const merged = await mergeProperties(store.database, [propertyId, newPropertyId], ANNA);
    expect(await refusal(splitProperty(store.database, propertyId, [await store.listing('b')], ANNA))).toMatchObject({
      code: 'CONTRADICTS_DECISION',
      message: expect.stringContaining(merged.decisionId),
    });
    expect(await refusal(withdrawDecision(store.database, decisionId, ANNA))).toMatchObject({
      code: 'UNKNOWN_DECISION',
    });
  });
});

describe('a later state', () => {
  it('that contradicts its home leaves it: the favourite stays, the new home is read, and both are counted anew', async () => {
    await store.feed({ externalId: 'a' }, { externalId: 'b', ...AGENCY, price: 195_000 });
    const [home] = await idsOf('a');
    const account = await new AccountStore(store.database).ensure(`reader ${newId(new Date())}`, new Date());
    const favorites = new FavoriteStore(store.database);
    await store.database.transaction((transaction) => favorites.add(account.id, home!, new Date(), transaction));
    await store.feed({ externalId: 'b', ...AGENCY, price: 195_000, ...OTHER_FLOOR });
    const [stayed, left] = (await idsOf('a', 'b')) as [string, string];
    expect(stayed).toBe(home);
    expect(left).not.toBe(home);
    expect(
      (await favorites.list(account.id, { offset: 0, limit: 10 })).items.map(({ propertyId }) => propertyId),
    ).toEqual([home]);
    expect(
      (await new PropertyStore(store.database).read([stayed, left])).map(({ minPrice, listings }) => [
        minPrice,
        listings.length,
      ]),
    ).toEqual([
      [200_000, 1],
      [195_000, 1],
    ]);
    const [change] = await rows(
      'select property_id, previous_property_id, sibling_ids from listing_change order by id desc limit 1',
    );
    expect(change).toEqual({ property_id: left, previous_property_id: home, sibling_ids: [] });
  });
});

describe('beside an ingest', () => {
  it('merges and splits take their turn, and the next batch knows of them', async () => {
    const advert = (i: number, more: object = {}) => ({
      externalId: `x${i}`,
      area: 50 + i,
      price: 100_000 + i * 9_000,
      floor: i % 9,
      building: { constructionYear: 1950 + i },
      ...more,
    });
    await store.feed(...Array.from({ length: 30 }, (_, i) => advert(i)));
    const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => store.property(`x${i}`)));
    await Promise.all([
      ...Array.from({ length: 5 }, (_, round) =>
        store.feed(...Array.from({ length: 30 }, (_each, i) => advert(i, { price: 100_000 + i * 9_000 - round - 1 }))),
      ),
      ...Array.from({ length: 10 }, (_, i) => mergeProperties(store.database, [ids[3 * i]!, ids[3 * i + 1]!], ANNA)),
    ]);
    await store.feed(...Array.from({ length: 30 }, (_, i) => advert(i, { price: 90_000 + i * 9_000 })));
    const homes = await store.homes();
    expect(homes).toHaveLength(20);
    for (let i = 0; i < 10; i += 1) expect(homes).toContain([`x${3 * i}`, `x${3 * i + 1}`].sort().join(' '));
  });
});
