import { RollupStore } from '@gable/persistence/analytics';
import type { Database } from '@gable/persistence';
import { FORMER_COLUMNS } from '@gable/persistence/listings';
import { withoutIndexes } from '../data/without-indexes.js';

/**
 * Fills `market_event` with what the listings of `fillWithProperties` went through: all were created, half changed once
 * or more, a third expired, some of these came back; 2.2 events each, within 2024 and 2025, stored in the order of time
 * as ingest does. Every attribute that analytics group by is stated by most. The same for the same listings.
 */
export async function fillWithMarketEvents(database: Database): Promise<number> {
  await withoutIndexes(database, ['market_event'], () =>
    database.transaction(async (transaction) => {
      await transaction.query('select setseed(0.24)');
      await transaction.query("set local work_mem = '256MB'");
      await transaction.query(INSERT_EVENTS);
    }),
  );
  const [row] = await database.query<{ events: number }>('select count(*) as events from market_event');
  return row!.events;
}

/** Keeps the states that later events replaced, so that criteria can be asked of every event. */
export async function fillWithFormerStates(database: Database): Promise<number> {
  const columns = FORMER_COLUMNS.map((name) => `l.${name}`).join(', ');
  await database.query(`
    insert into former_listing (listing_id, revision_id, ${FORMER_COLUMNS.join(', ')})
    select l.id, revision, ${columns.replace('l.folded_text', `coalesce(l.folded_text, '|')`)}
    from listing l
    join (select listing_id, max(revision_id) as newest from market_event group by 1) life on listing_id = l.id,
      generate_series(1, newest - 1) revision`);
  await database.query(`
    update listing l set revision_id = newest
    from (select listing_id, max(revision_id) as newest from market_event group by 1) life
    where listing_id = l.id and newest > 1`);
  await database.query('vacuum analyze listing, former_listing');
  const [row] = await database.query<{ states: number }>('select count(*) as states from former_listing');
  return row!.states;
}

/** Sums large markets up, as a worker does once they rest. Answers what that was, in words. */
export async function rollUpMarkets(database: Database): Promise<string> {
  const began = performance.now();
  const store = new RollupStore(database);
  await store.listLarge();
  const months = await store.rollUpAll();
  await database.query('vacuum analyze market_month, market_rollup_month, market_rollup');
  const seconds = (performance.now() - began) / 1_000;
  const [size] = await database.query<{ events: number; size: string }>(
    `select coalesce(sum(events), 0)::bigint as events, pg_size_pretty(pg_total_relation_size('market_rollup')) as
      size
     from market_rollup_month`,
  );
  const { events, size: bytes } = size!;
  return (
    `${months.toLocaleString('en')} months of large markets with ${events.toLocaleString('en')} events ` +
    `summed up in ${seconds.toFixed(1)} s, ${bytes}`
  );
}

const INSERT_EVENTS = `
  insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at,
    days_between_events, days_since_first_seen, transaction_type, property_type,
    city_id, district_id, lat, lng, price, price_displayed, price_per_sqm, price_currency, area, area_displayed,
      rooms, bedrooms, dpe_energy_rating, dpe_ghg_rating,
    publisher_type, transaction_status, sale_type, mandate_type, condition, location_accuracy, heating_system,
      energy_carrier)
  select id, revision, property_id, source_id,
    case when revision = 1 then 0 when revision = states and r1 < 0.3 then 2 when revision = 2 and r1 > 0.95 then 3
      else 1 end,
    date_trunc('milliseconds', created_at + (revision - 1) * span), case when revision > 1 then extract(epoch from
      span) / 86400 end,
    extract(epoch from (revision - 1) * span) / 86400,
    transaction_type, property_type, city_id, district_id, lat, lng, price * factor * (case when r2 < 0.2 then 0.96
      else 1 end), price * factor,
    price * factor / nullif(area, 0), currency, area_indoor, area, rooms, bedrooms,
    (7 * r2)::int % 7, (7 * r3)::int % 7, (5 * r4)::int % 5, 0, (r2 < 0.01)::int, (3 * r3)::int % 3, (3 * r4)::int %
      3, (6 * r2)::int % 6,
    case when r3 < 0.4 then (8 * r3 / 0.4)::int % 8 end, case when r4 < 0.6 then (7 * r4 / 0.6)::int % 7 end
  from (
    select l.*, least(1 + floor(-1.2 * ln(1 - random())), 9)::int as states, random() as r1, random() as r2, random()
      as r3, random() as r4,
      (5 + 8 * random()) * interval '1 day' as span
    from listing l
  ) life, generate_series(1, states) revision, lateral (select round((1 - 0.015 * (revision - 1))::numeric, 3)::float8
    as factor) discount
  order by 6`;
