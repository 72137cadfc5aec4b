import type { Listing } from '@gable/domain/listing';
import { DeadLetterStore } from '@gable/persistence/alerts';
import { PlainMatcher } from '../testing/plain-matcher.js';
import { MatchedStore } from '../testing/matched-store.js';
import { passFence } from '../testing/pass-fence.js';
import type { MatchingStage } from './matching-stage.js';

let store: MatchedStore;
let letters: DeadLetterStore;

beforeAll(async () => {
  store = await MatchedStore.open();
  letters = new DeadLetterStore(store.database);
});
afterEach(() => store.empty());
afterAll(() => store.close());

const plain = () => new PlainMatcher();
const state = async (externalId: string, json: string) => {
  await store.database.query(
    `
    update listing_revision set state = $2 from listing where listing.id = listing_id and external_id = $1`,
    [externalId, json],
  );
};

async function withWorker(work: (stage: MatchingStage) => Promise<void>, createMatcher = plain): Promise<void> {
  const { stage } = await store.worker('worker', createMatcher);
  await work(stage);
  await stage.leave();
}

describe('a change that cannot be matched', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'whose revision is not there',
      () =>
        store.database.query(
          `delete from listing_revision using listing where listing.id = listing_id and external_id = 'b'`,
        ),
      /revision is not stored/,
    ],
    ['whose state is no listing', () => state('b', '"a text"'), /not the state of a listing/],
    [
      'whose state holds the wrong things',
      () => state('b', '{"price":1,"location":{"lat":1,"lng":1,"divisionIds":7}}'),
      /cannot be matched/,
    ],
  ])('%s is set aside with its reason, and the others go on', async (_, spoil, reason) => {
    const alert = await store
      .alert({ criteria: { anyOf: [{ price: { max: 250_000 } }, { cityIds: [7] }] } })
      .catch(() => store.alert({ criteria: { price: { max: 250_000 } } }));
    await store.feed({ externalId: 'a' }, { externalId: 'b' }, { externalId: 'c' });
    await spoil();
    await withWorker(
      (stage) => store.walk(stage),
      () => new ListingsThatThrow((listing) => (listing.location?.divisionIds as unknown) === 7),
    );
    expect((await store.events(alert)).sort()).toEqual(['a 1 NEW_MATCH', 'c 1 NEW_MATCH']);
    const [letter, ...others] = await letters.list(10);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      kind: 'CHANGE',
      reason: expect.stringMatching(reason),
      subject: { revisionId: 1, previousPropertyId: null, siblingIds: [] },
    });
  });

  it('is matched when it is tried again after what was wrong is put right; events that stand there are not doubled', async () => {
    const [alert, later] = [
      await store.alert({ criteria: { price: { max: 250_000 } } }),
      await store.alert({ criteria: { price: { max: 250_000 } } }),
    ];
    await store.feed({ externalId: 'a' }, { externalId: 'b' });
    await withWorker(
      (stage) => store.walk(stage),
      () => new ListingsThatThrow((listing) => listing.price === 200_000),
    );
    expect(await store.events()).toEqual([]);
    await withWorker(async (stage) => {
      for (const letter of await letters.list(10))
        expect(await letters.retry(letter, await store.database.now())).toBe(true);
      await store.walk(stage);
      expect([await store.events(alert), await store.events(later)].map((events) => events.sort())).toEqual([
        ['a 1 NEW_MATCH', 'b 1 NEW_MATCH'],
        ['a 1 NEW_MATCH', 'b 1 NEW_MATCH'],
      ]);
      // the same change once more, as when half of the shards had walked it
      await store.database
        .query(`insert into dead_letter (kind, subject, reason, created_at) select 'CHANGE', jsonb_build_object('listingId', id, 'propertyId', property_id,
        'revisionId', 1, 'previousPropertyId', null, 'siblingIds', '[]'::jsonb, 'siblingRevisions', '[]'::jsonb), 'again', now() from listing`);
      for (const letter of await letters.list(10)) await letters.retry(letter, await store.database.now());
      await store.walk(stage);
    });
    expect((await store.events()).sort()).toEqual(['a 1 NEW_MATCH', 'a 1 NEW_MATCH', 'b 1 NEW_MATCH', 'b 1 NEW_MATCH']);
    expect(await letters.list(10)).toEqual([]);
  });

  it('is set aside when its rows are refused three times, and the others go on', async () => {
    const alert = await store.alert({ criteria: { price: { max: 250_000 } } });
    await store.feed({ externalId: 'a' }, { externalId: 'b' }, { externalId: 'c' });
    const [{ id }] = (await store.database.query<{ id: string }>(`select id from listing where external_id = 'b'`)) as [
      { id: string },
    ];
    await store.database.query(`alter table alert_event add constraint refused check (listing_id <> '${id}')`);
    try {
      await withWorker((stage) => store.walk(stage));
    } finally {
      await store.database.query('alter table alert_event drop constraint refused');
    }
    expect((await store.events(alert)).sort()).toEqual(['a 1 NEW_MATCH', 'c 1 NEW_MATCH']);
    expect(await letters.list(10)).toEqual([
      expect.objectContaining({ kind: 'CHANGE', subject: expect.objectContaining({ listingId: id }) }),
    ]);
  });
});

it('an alert whose criteria cannot be read is set aside and left out, until it is written again', async () => {
  const [bad, good] = [await store.alert(), await store.alert()];
  await store.database.query(`update alert set criteria = '{"conditions": 5}' where id = $1`, [bad]);
  await withWorker(async (stage) => {
    await store.feed({ externalId: 'a' });
    await store.walk(stage);
    expect([await store.events(bad), await store.events(good)]).toEqual([[], ['a 1 NEW_MATCH']]);
    expect(await letters.list(10)).toEqual([
      expect.objectContaining({
        kind: 'ALERT',
        subject: { alertId: bad },
        reason: expect.stringMatching(/criteria cannot be loaded/),
      }),
    ]);
    await store.database.query(`update alert set criteria = $2 where id = $1`, [
      bad,
      JSON.stringify({ conditions: [], operator: 'AND', children: [] }),
    ]);
    await letters.retry((await letters.find(bad))!, await store.database.now());
    await store.feed({ externalId: 'b' });
    await store.walk(stage);
    expect(await store.events(bad)).toEqual(['b 1 NEW_MATCH']);
    expect(await letters.list(10)).toEqual([]);
  });
});

it('a change that kills every worker is found and set aside, and all others are matched', async () => {
  const alert = await store.alert({ criteria: { price: { max: 250_000 } } });
  await store.feed(...Array.from({ length: 12 }, (_, i) => ({ externalId: `l${i}`, price: 100_000 + i })));
  await passFence(store.database);
  let lost = 0;
  for (let alive = false; !alive;) {
    const { stage, database } = await store.worker(
      'doomed',
      () =>
        new ListingsThatThrow(
          (listing) => listing.price === 100_005,
          () => {
            alive = false;
            void database.close().catch(() => {});
          },
        ),
    );
    alive = true;
    for (let tries = 0; alive && tries < 2_000 && (await store.waiting()) > 0; tries += 1)
      await stage.step().catch(() => {});
    if (alive) await stage.leave();
    else await store.kill('doomed');
    lost += alive ? 0 : 1;
    expect(lost).toBeLessThan(20);
  }
  expect(lost).toBeGreaterThanOrEqual(6); // three with the batch, three with the change alone, and some between
  expect((await store.events(alert)).sort()).toEqual(
    Array.from({ length: 12 }, (_, i) => `l${i} 1 NEW_MATCH`)
      .filter((event) => !event.startsWith('l5 '))
      .sort(),
  );
  expect(await letters.list(10)).toEqual([
    expect.objectContaining({ kind: 'CHANGE', reason: expect.stringMatching(/Three workers were lost/) }),
  ]);
  expect(
    await store.database.query(
      'select * from match_suspect where last_change > (select min(position) from alert_shard)',
    ),
  ).toEqual([]);
});

/** A matcher that some listings are too much for. */
class ListingsThatThrow extends PlainMatcher {
  constructor(
    private readonly isTooMuch: (listing: Listing) => boolean,
    private readonly die: () => void = () => {},
  ) {
    super();
  }

  override matchChange(before: Listing | null, after: Listing | null, into: Int32Array) {
    for (const listing of [before, after]) {
      if (listing === null || !this.isTooMuch(listing)) continue;
      this.die();
      throw new Error('this listing is too much');
    }
    return super.matchChange(before, after, into);
  }
}
