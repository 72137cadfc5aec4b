import { Readable } from 'node:stream';
import { DEFAULT_QUOTAS } from '@gable/domain';
import { LOCKS, newId } from '@gable/persistence';
import { AccountStore, QuotaStore } from '@gable/persistence/accounts';
import { ErasureStore } from '@gable/persistence/erasure';
import { BatchStore, SourceStore } from '@gable/persistence/listings';
import { SegmentStore } from '@gable/persistence/phrases';
import { FavoriteStore } from '@gable/persistence/properties';
import { feedState, findBrokenGroups, GroupedStore, tablesWith, untilWaiting } from '@gable/testing';
import { Neighbourhood } from '../applying/neighbourhood.js';
import { mergeProperties } from '../decisions/merge-properties.js';
import { splitProperty } from '../decisions/split-property.js';
import { ingestFeed } from '../ingest-feed.js';
import { eraseEvents, eraseListings, nothingErased } from './erase-listings.js';

let store: GroupedStore;
const URL = 'https://portal.example/adverts/a';
const AGENCY = { source: { domain: 'agency.example', name: 'Agency' } };
const ELSEWHERE = { location: { lat: 48.85, lng: 2.35, accuracy: 'PRECISE', cityName: 'Paris' } };
/** Words that occur in this advert alone. */
const ADVERT = { externalId: 'needle-id', url: URL, title: 'Needle title', description: 'Needle description' };

beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.empty();
  await store.database.query('truncate erased_listing, erased_source');
});

async function erase(staysAway: boolean, ...names: string[]) {
  const erased = nothingErased();
  const ids = await Promise.all(names.map((name) => store.listing(name)));
  await eraseListings(store.database, ids, erased, { staysAway });
  await eraseEvents(store.database, erased, {});
  return erased;
}

const tables = (text: string) => tablesWith(store.database, text);

async function report(advert: Record<string, unknown>) {
  const line = feedState({ observedAt: '2026-02-01T00:00:00Z', price: 1, ...advert });
  const rejects: unknown[] = [];
  const rejectFile = { path: null, write: async (reject: unknown) => void rejects.push(reject), close: async () => {} };
  const { accepted, rejected } = await ingestFeed(store.database, Readable.from([Buffer.from(JSON.stringify(line))]), {
    rejectFile,
  });
  return { accepted, rejected, rejects };
}

it('leaves no word of a listing anywhere, whatever it once said and with whom it stood', async () => {
  await store.feed({ ...ADVERT, price: 210_000 }, { externalId: 'b', ...AGENCY });
  await store.feed({ ...ADVERT, title: 'Needle title, reduced' });
  await store.feed({ externalId: 'c', ...ELSEWHERE });
  const ADA = { by: 'ada', reason: null };
  expect(await store.homes()).toContain('b needle-id');
  await splitProperty(store.database, await store.property('b'), [await store.listing('needle-id')], ADA);
  await mergeProperties(store.database, [await store.property('b'), await store.property('c')], ADA);
  const id = await store.listing('needle-id');
  await new SegmentStore(store.database).fill(3);
  await store.feed({ ...ADVERT, title: 'Another needle' });
  expect(await tables(id)).toEqual(expect.arrayContaining(['phrase_listings', 'phrase_signature']));
  expect((await tables('needle')).length).toBeGreaterThan(2);
  expect(await erase(false, 'needle-id')).toEqual({ listings: 1, properties: 1, events: 0, deliveries: 0 });
  expect(await tables('needle')).toEqual([]);
  // Who decided what about which ids, and who stood beside a change that is waiting: both of ids alone.
  expect(await tables(id)).toEqual(['grouping_decision', 'listing_change']);
  expect(await findBrokenGroups(store.database)).toEqual([]);
});

it('looks through the segments of phrases when feeds wait for it no more', async () => {
  await store.feed({ externalId: 'a' });
  const id = await store.listing('a');
  await new SegmentStore(store.database).fill(1);
  const erased = nothingErased();
  await store.database.transaction(async (other) => {
    await other.query('lock table phrase_listings in exclusive mode');
    const gone = eraseListings(store.database, [id], erased, { staysAway: false });
    await Promise.race([gone, untilWaiting(store.database)]);
    expect(erased.listings).toBe(1);
    await gone;
  });
  expect(await tables(id)).toContain('phrase_listings');
  await eraseEvents(store.database, erased, {});
  expect(await tables(id)).not.toContain('phrase_listings');
});

it('sums a home up without the advert that went, and has it indexed again', async () => {
  await store.feed({ externalId: 'a', price: 190_000 }, { externalId: 'b', ...AGENCY, price: 200_000 });
  const home = await store.property('a');
  await store.database.query('truncate index_dirty');
  expect(await erase(false, 'a')).toMatchObject({ listings: 1, properties: 0 });
  const rows = await store.database.query('select min_price, online_count, revision from property where id = $1', [
    home,
  ]);
  expect(rows).toEqual([{ min_price: 200_000, online_count: 1, revision: 2 }]);
  expect(await store.database.query('select property_id, revision_id from index_dirty')).toEqual([
    { property_id: home, revision_id: 2 },
  ]);
  const figures = `select domain, online from source_figures join source on source.id = source_id order by 1`;
  expect(await store.database.query(figures)).toEqual([
    { domain: 'agency.example', online: 1 },
    { domain: 'portal.example', online: 0 },
  ]);
});

it('takes a home with it that had no other advert, its favourites and their room, and says so to the index', async () => {
  await store.feed({ externalId: 'a' });
  const home = await store.property('a');
  const now = await store.database.now();
  const { id: accountId } = await new AccountStore(store.database).ensure('Fan', now);
  const favorites = new FavoriteStore(store.database);
  await store.database.transaction((transaction) => favorites.add(accountId, home, now, transaction));
  expect(await erase(false, 'a')).toMatchObject({ listings: 1, properties: 1 });
  expect(await store.database.query('select from property where id = $1', [home])).toEqual([]);
  expect(await store.database.query('select from favorite_property')).toEqual([]);
  expect((await new QuotaStore(store.database, DEFAULT_QUOTAS).read(accountId)).favorites.used).toBe(0);
  expect(await store.database.query('select property_id from index_dirty')).toEqual([{ property_id: home }]);
});

it('leaves those together that a merge by hand put together with what goes', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const places = names.map((_, i) => ({ location: { ...ELSEWHERE.location, lat: 40 + i } }));
  for (const [i, externalId] of names.entries()) await store.feed({ externalId, ...places[i] });
  const merged = await mergeProperties(store.database, await Promise.all(names.map((name) => store.property(name))), {
    by: 'ada',
    reason: null,
  });
  await erase(false, 'b', 'c');
  await store.feed({ externalId: 'd', ...places[3], price: 1 });
  expect(await store.property('d')).toBe(merged.propertyId);
  await expect(
    splitProperty(store.database, merged.propertyId, [await store.listing('d')], { by: 'bob', reason: null }),
  ).rejects.toMatchObject({ code: 'CONTRADICTS_DECISION' });
  expect(await store.homes()).toEqual(['a d']);
});

it('keeps out what is to stay away, by the line and with a reason, until it is readmitted', async () => {
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await erase(true, 'a');
  expect(await report({ externalId: 'a' })).toMatchObject({
    accepted: 0,
    rejected: 1,
    rejects: [{ reasons: [{ path: 'externalId', message: expect.stringContaining('was erased') as string }] }],
  });
  expect(await report({ externalId: 'a', ...AGENCY })).toMatchObject({ accepted: 1 }); // of another source
  const erasures = new ErasureStore(store.database);
  expect(await erasures.readmit({ domain: 'portal.example', externalId: 'a' })).toBe(true);
  expect(await erasures.readmit({ domain: 'portal.example', externalId: 'a' })).toBe(false);
  expect(await report({ externalId: 'a' })).toMatchObject({ accepted: 1 });
});

it('keeps out what a batch would bring that was read before the erasure, and waits for its end', async () => {
  await store.feed({ externalId: 'a' });
  const id = await store.listing('a');
  const holder = await store.database.openSession();
  await holder.query('select pg_advisory_lock($1)', [LOCKS.ingest]);
  const erased = eraseListings(store.database, [id], nothingErased(), { staysAway: true });
  await untilWaiting(store.database);
  const reported = report({ externalId: 'a' });
  await untilWaiting(store.database, 2);
  holder.close();
  await erased;
  expect(await reported).toMatchObject({ accepted: 0, rejected: 1 });
  expect(await store.database.query('select from listing')).toEqual([]);
});

it('lets a later feed bring the rest again, as a new listing', async () => {
  await store.feed({ externalId: 'a' });
  const before = await store.listing('a');
  await erase(false, 'a');
  await store.feed({ externalId: 'a' });
  expect(await store.listing('a')).not.toBe(before);
});

it('finds every listing of an address, gone ones too, and removes a source once it has none but for the id of its domain', async () => {
  await store.feed({ externalId: 'a', url: URL }, { externalId: 'b', url: `${URL}b`, ...ELSEWHERE });
  await store.feed({ externalId: 'a', status: 'OFFLINE' });
  const erasures = new ErasureStore(store.database);
  expect(await erasures.findByUrls([URL, 'https://portal.example/other'])).toEqual([
    { id: await store.listing('a'), url: URL },
  ]);
  const [source] = await store.database.query<{ id: string }>('select id from source');
  await erase(false, 'a');
  expect(await erasures.eraseSource(source!.id)).toBe(false);
  await erase(false, 'b');
  expect(await erasures.eraseSource(source!.id)).toBe(true);
  expect(await tables('portal.example')).toEqual(['erased_source']);
});

describe('a source that is removed while feeds are read', () => {
  const orphans = () =>
    store.database.query('select from listing where not exists (select from source where id = source_id)');
  const idOf = async () => (await store.database.query<{ id: string }>('select id from source'))[0]!.id;
  const none = { path: null, write: async () => {}, close: async () => {} };

  it('is made anew by who knew it before', async () => {
    const neighbourhood = new Neighbourhood();
    const read = (over: object) =>
      ingestFeed(
        store.database,
        Readable.from([Buffer.from(JSON.stringify(feedState({ externalId: 'a', ...over })))]),
        {
          rejectFile: none,
          neighbourhood,
        },
      );
    await read({});
    await erase(false, 'a');
    await read({ status: 'OFFLINE' });
    expect(await new ErasureStore(store.database).eraseSource(await idOf())).toBe(true);
    expect(await read({})).toMatchObject({ changed: 1 });
    expect(await orphans()).toEqual([]);
  });

  it('leaves the id of its domain, which it has again when it comes back, and by which criteria name it till then', async () => {
    const [erasing, sources] = [new ErasureStore(store.database), new SourceStore(store.database)];
    for (const name of ['Portal', 'Portal again']) {
      await store.feed({ externalId: 'a', source: { domain: 'portal.example', name } });
      const id = await idOf();
      await erase(false, 'a');
      expect(await erasing.eraseSource(id)).toBe(true);
      expect(await sources.named(['portal.example', id])).toEqual(
        new Map([
          ['portal.example', id],
          [id, id],
        ]),
      );
      expect(await sources.domains([id])).toEqual(new Map([[id, 'portal.example']]));
      expect(await sources.idOf('portal.example')).toBeNull();
      await store.feed({ externalId: 'a', source: { domain: 'portal.example', name } });
      expect(await idOf()).toBe(id);
    }
  });

  it('stays where a batch under way brings a listing of it', async () => {
    await store.feed({ externalId: 'a' });
    const sourceId = await idOf();
    await store.database.query('update listing set source_id = $1', [newId(new Date())]);
    const removed = await store.database.transaction(async (transaction) => {
      await new BatchStore(transaction).begin();
      await transaction.query('update listing set source_id = $1', [sourceId]);
      return { soon: new ErasureStore(store.database).eraseSource(sourceId), looked: await store.database.now() };
    });
    expect(await removed.soon).toBe(false);
    expect(await orphans()).toEqual([]);
  });
});

it('goes on where it was killed: the next erasure also removes what the one before left of events', async () => {
  await store.feed({ externalId: 'a' }, { externalId: 'b', ...ELSEWHERE });
  await eraseListings(store.database, [await store.listing('a')], nothingErased(), { staysAway: false });
  expect((await store.database.query('select from market_event')).length).toBe(2);
  await eraseEvents(store.database, nothingErased(), {});
  expect((await store.database.query('select from market_event')).length).toBe(1);
  expect(await store.database.query('select from erased_listing')).toEqual([]);
});

it('passes over what is not there any more', async () => {
  await store.feed({ externalId: 'a' });
  const erased = nothingErased();
  await eraseListings(store.database, [newId(new Date()), await store.listing('a')], erased, { staysAway: false });
  expect(erased).toMatchObject({ listings: 1, properties: 1 });
});
