import { mergeProperties, regroup, splitProperty, withdrawDecision } from '@gable/ingest';
import { MatchedStore } from '../testing/matched-store.js';
import type { MatchingStage } from './matching-stage.js';

let store: MatchedStore;
let stage: MatchingStage;
const ANNA = { by: 'anna', reason: null };

beforeAll(async () => {
  store = await MatchedStore.open();
  ({ stage } = await store.worker('homes'));
});
afterAll(() => store.close());
beforeEach(() => store.empty());

const FLAT = {
  price: 310_000,
  area: 80,
  rooms: 3,
  bathrooms: 1,
  floor: 4,
  building: { constructionYear: 1975 },
  features: { elevator: true, terrace: true, furnished: false },
  location: { lat: 45.75, lng: 4.85, accuracy: 'PRECISE', cityName: 'Lyon' },
};
const AGENCY = { source: { domain: 'agency.example', name: 'Agency' } };
const PAPER = { source: { domain: 'paper.example', name: 'Paper' } };
/** Met at 290,000 and not at 310,000. */
const WISH = { criteria: { price: { max: 300_000 } } };

const propertyOf = async (externalId: string): Promise<string> =>
  (
    await store.database.query<{ id: string }>('select property_id as id from listing where external_id = $1', [
      externalId,
    ])
  )[0]!.id;
const listingOf = async (externalId: string): Promise<string> =>
  (await store.database.query<{ id: string }>('select id from listing where external_id = $1', [externalId]))[0]!.id;

/** Homes a and b, parted by hand; b met the alert at its own home and went. */
async function partedHomes(): Promise<{ homes: [string, string]; decisionId: string }> {
  await store.feed({ externalId: 'a', ...FLAT }, { externalId: 'b', ...FLAT, ...AGENCY });
  expect(await propertyOf('a')).toBe(await propertyOf('b'));
  const { decisionId, propertyId, newPropertyId } = await splitProperty(
    store.database,
    await propertyOf('a'),
    [await listingOf('b')],
    ANNA,
  );
  await store.feed({ externalId: 'b', ...FLAT, ...AGENCY, price: 290_000 });
  await store.feed({ externalId: 'b', ...AGENCY, status: 'OFFLINE' });
  await store.walk(stage);
  return { homes: [propertyId, newPropertyId], decisionId };
}

const B_CAME_AND_WENT = ['b 2 NEW_MATCH', 'b 3 LISTING_EXPIRED'];

describe('what an alert remembers of a home', () => {
  it('is told once where nothing was merged: the other home is new to it', async () => {
    const alert = await store.alert(WISH);
    const { homes } = await partedHomes();
    await store.feed({ externalId: 'a', ...FLAT, price: 290_000 });
    await store.walk(stage);
    expect(await propertyOf('a')).toBe(homes[0]);
    expect(await store.events(alert)).toEqual([...B_CAME_AND_WENT, 'a 2 NEW_MATCH']);
  });

  it('comes along when its property is merged by hand: a further advert is no new match; the merge itself is no event', async () => {
    const alert = await store.alert(WISH);
    const { homes, decisionId } = await partedHomes();
    await withdrawDecision(store.database, decisionId, ANNA);
    await mergeProperties(store.database, homes, ANNA);
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(B_CAME_AND_WENT);
    await store.feed({ externalId: 'a', ...FLAT, price: 290_000 });
    await store.walk(stage);
    expect(await store.events(alert)).toEqual([...B_CAME_AND_WENT, 'a 2 ADDITIONAL_LISTING']);
    const events = await store.database.query('select property_id from alert_event where alert_id = $1 order by id', [
      alert,
    ]);
    expect(events).toEqual([homes[1], homes[1], homes[0]].map((id) => ({ property_id: id }))); // what was told stays as it was told
  });

  it('comes along when regroup merges, also where all of it waits for the walk', async () => {
    const alert = await store.alert(WISH);
    await store.feed({ externalId: 'a', ...FLAT }, { externalId: 'b', ...FLAT, ...AGENCY });
    const { decisionId } = await splitProperty(store.database, await propertyOf('a'), [await listingOf('b')], ANNA);
    await store.feed(
      { externalId: 'b', ...FLAT, ...AGENCY, price: 290_000 },
      { externalId: 'b', ...AGENCY, status: 'OFFLINE', observedAt: '2026-06-01T00:00:00Z' },
    );
    await withdrawDecision(store.database, decisionId, ANNA);
    expect(await regroup(store.database)).toMatchObject({ merged: 1 });
    await store.feed({ externalId: 'c', ...FLAT, ...PAPER, price: 290_000 });
    expect(await propertyOf('c')).toBe(await propertyOf('b'));
    await store.walk(stage);
    expect(await store.events(alert)).toEqual([...B_CAME_AND_WENT, 'c 1 ADDITIONAL_LISTING']);
  });

  it('goes with the listing that is split off', async () => {
    const alert = await store.alert(WISH);
    await store.feed(
      { externalId: 'a', ...FLAT, bedrooms: 1 },
      { externalId: 'b', ...FLAT, ...AGENCY, price: 290_000 },
    );
    await store.feed({ externalId: 'b', ...AGENCY, status: 'OFFLINE' });
    await splitProperty(store.database, await propertyOf('a'), [await listingOf('b')], ANNA);
    await store.feed({ externalId: 'c', ...FLAT, ...PAPER, bedrooms: 3, price: 290_000 });
    expect(await propertyOf('c')).toBe(await propertyOf('b'));
    await store.walk(stage);
    expect(await store.events(alert)).toEqual(['b 1 NEW_MATCH', 'b 2 LISTING_EXPIRED', 'c 1 ADDITIONAL_LISTING']);
  });
});
