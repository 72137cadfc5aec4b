import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What conditions ask of states that others have replaced, so that analytics can ask for any criteria of the state that
 * a market event had. The derivation job of a worker fills in what was replaced before, and writes the
 * divisions among the words of every listing.
 */
export class FormerListings1764800000030 implements MigrationInterface {
  name = 'FormerListings1764800000030';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const columns = Object.entries(COLUMNS).flatMap(([type, names]) => names.map((name) => `${name} ${type}`));
    await runner.query(`
      create table if not exists former_listing (
        listing_id uuid not null,
        revision_id integer not null,
        source_id uuid not null,
        folded_text text not null,
        division_ids bigint[] not null default '{}',
        ${columns.join(', ')},
        primary key (listing_id, revision_id)
      )`);
    await runner.query(`
      comment on table former_listing is
        'A listing as it was before a later state replaced it, with the values that conditions ask for. The newest '
        'state stands in listing. Written with the state that replaced it, or by the derivation job; never changed.'`);
    await runner.query(`comment on column listing.words is '${WORDS}'`);
    for (const [column, comment] of Object.entries(COMMENTS))
      await runner.query(`comment on column former_listing.${column} is '${comment}'`);
    await runner.query('drop index concurrently if exists listing_underived');
    await runner.query('create index concurrently listing_underived on listing (id) where derivation < 2');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table former_listing');
    await runner.query('drop index listing_underived');
    await runner.query('create index listing_underived on listing (id) where derivation < 1');
  }
}

const WORDS = 'The words of folded_text, without positions, and its divisions (#75056).';

const COLUMNS = {
  smallint: [
    'transaction_type',
    'property_type',
    'publisher_type',
    'transaction_status',
    'sale_type',
    'mandate_type',
    'condition',
    'dpe',
    'ghg',
    'heating_system',
    'energy_carrier',
    'location_accuracy',
  ],
  text: ['currency', 'postal_code'],
  'double precision': [
    'price',
    'area',
    'area_indoor',
    'area_outdoor',
    'area_land',
    'area_balcony',
    'area_terrace',
    'area_garden',
    'charges',
    'agency_fees',
    'security_deposit',
    'lat',
    'lng',
    'price_per_square_meter',
    'published_at',
    'first_seen_at',
    'last_changed_at',
    'price_cut_percent',
    'price_cut_amount',
    'last_price_cut_percent',
    'last_price_cut_amount',
  ],
  integer: ['rooms', 'bedrooms', 'bathrooms', 'floor', 'construction_year', 'renovation_year', 'lots', 'pictures'],
  boolean: [
    'furnished',
    'disabled_access',
    'equipped_kitchen',
    'balcony',
    'terrace',
    'garden',
    'cellar',
    'last_floor',
    'elevator',
    'intercom',
    'gym',
    'swimming_pool',
    'parking',
    'charges_included',
    'fees_included',
  ],
  bigint: ['country_id', 'region_id', 'department_id', 'city_id', 'district_id', 'neighborhood_id'],
};

const COMMENTS = {
  folded_text: 'As listing.folded_text.',
  transaction_type: 'Place in TRANSACTION_TYPES.',
  property_type: 'Place in PROPERTY_TYPES.',
  currency: 'ISO 4217.',
  area: 'Square metres, as all areas.',
  lat: 'WGS 84, degrees.',
  lng: 'WGS 84, degrees.',
  division_ids: 'All divisions it lies in, at every level.',
  price_per_square_meter: 'Displayed price by displayed area.',
  pictures: 'How many it shows.',
  published_at: 'Epoch milliseconds, as all instants that ranges ask for.',
  price_cut_percent: 'Against the first price; below 0 where it rose.',
  last_price_cut_percent: 'Against the price before.',
  publisher_type: 'Its place in its list of words, as all that follow.',
};
