import { newId } from '../database/new-id.js';
import { insertFormer, insertStates, readAllStates } from '../listings/derivation-store.js';
import { DERIVATION_VERSION } from '../listings/derivation-version.js';
import { ListingStore } from '../records/listing-store.js';
import { DAY_MS, daysAgo, KEPT, RetentionWorld } from './testing/retention-world.js';

let world: RetentionWorld;

beforeAll(async () => {
  world = await RetentionWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('revisions', () => {
  const REVISIONS = { ...KEPT, revisionsMs: 800 * DAY_MS };

  /** A listing whose states came so many days ago, the newest last. */
  async function listing(...days: number[]): Promise<string> {
    const id = newId(daysAgo(days[0]!));
    await world.database.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
         content_hash, created_at, updated_at, derivation)
       values ($1, (select id from source limit 1), $1::uuid::text, gen_random_uuid(), $2, true, now(), now(), '', now(), now(), $3)`,
      [id, days.length, DERIVATION_VERSION],
    );
    await world.database.query(
      `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
       select $1, number, true, at, at, json_build_object('price', 1000 - number, 'currency', 'EUR')
       from unnest($2::float8[]) with ordinality as made(days, number), lateral (select now() - days * interval '1 day')
         as recorded(at)`,
      [id, days],
    );
    await derive(id);
    return id;
  }

  /** What a worker derives of the states that are kept. */
  async function derive(id: string): Promise<void> {
    const states = await readAllStates(world.database, [{ id, sourceId: id }]);
    await insertStates(world.database, states);
    await insertFormer(world.database, states.slice(0, -1));
  }

  const left = async (id: string, table = 'listing_revision') =>
    (
      await world.database.query<{ r: number }>(
        `select revision_id as r from ${table} where listing_id = $1 order by 1`,
        [id],
      )
    ).map(({ r }) => r);

  it('go once they were replaced longer ago than they are kept; the newest stays, however old', async () => {
    const id = await listing(2000, 1900, 850, 700);
    const still = await listing(3000);
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 2 });
    expect([await left(id), await left(id, 'listing_state'), await left(id, 'former_listing')]).toEqual([
      [3, 4],
      [3, 4],
      [3],
    ]);
    expect(await left(still)).toEqual([1]);
    const listed = await new ListingStore(world.database).revisions(id, { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ total: 2, items: [{ revisionId: 3 }] });
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 0 });
  });

  it('leave the first price and the first day with the states behind them, also where these are derived anew', async () => {
    const id = await listing(2000, 1900, 850, 700);
    const past = async () =>
      (await world.database.query('select past from listing_state where listing_id = $1 and revision_id = 4', [id]))[0];
    const before = await past();
    expect(before).toMatchObject({ past: { prices: { first: 999, last: 996 } } });
    await world.pass(REVISIONS);
    await world.database.query('delete from listing_state where listing_id = $1 and revision_id = 4', [id]);
    await derive(id);
    expect(await past()).toEqual(before);
  });

  it('stay while an event of their time does, or a change that is not matched yet', async () => {
    const id = await listing(2000, 1900, 850);
    const [waits] = await world.eventsOf(world.hook, [1890]);
    await world.queued(world.hook, [waits!], 1890);
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 0, waiting: 2 });
    await world.database.query('delete from delivery');
    await world.database.query(
      `insert into listing_change (listing_id, property_id, revision_id, sibling_ids, sibling_revisions, created_at)
       values ($1, $1, 2, '{}', '{}', now() - interval '1900 days')`,
      [id],
    );
    expect(await world.pass(REVISIONS)).toMatchObject({ alert_event: 1, listing_revision: 0 });
    await world.database.query('truncate listing_change');
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 2 });
  });

  it('stay whole where columns of this release are still to be derived from them', async () => {
    const id = await listing(2000, 1900, 850);
    await world.database.query('update listing set derivation = 0');
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 0 });
    expect(await left(id)).toEqual([1, 2, 3]);
  });

  it('of a listing that changes every hour go in portions', async () => {
    const id = await listing(...Array.from({ length: 60 }, (_, hour) => 2000 - hour / 24));
    expect(await world.pass(REVISIONS)).toMatchObject({ listing_revision: 59 });
    expect(await left(id)).toEqual([60]);
  });
});

it('market events go by whole months, and with the last of a month its rollup', async () => {
  const months = [40, 30, 24, 1];
  await world.database.query(
    `insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id)
     select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0,
       date_trunc('month', now(), 'UTC') - months * interval '1 month', 75056 from unnest($1::int[]) months`,
    [months],
  );
  await world.database.query(
    'insert into market_month (city_id, event_month) select city_id, event_month from market_event',
  );
  await world.database.query(
    `insert into market_rollup_month (city_id, event_month, fence)
     select city_id, event_month, pg_current_xact_id() from market_event`,
  );
  expect(await world.pass({ marketEventsMs: 2 * 365 * DAY_MS })).toMatchObject({ market_event: 2 });
  for (const table of ['market_event', 'market_month', 'market_rollup_month'])
    expect(await world.idsIn(table, 'event_month')).toHaveLength(2);
});
