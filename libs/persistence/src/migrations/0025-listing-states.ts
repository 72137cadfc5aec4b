import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * More columns that conditions ask for, and with every state of a listing what the states before it tell.
 * Rows that are there already are filled by the derivation job of a worker.
 */
export class ListingStates1764800000025 implements MigrationInterface {
  name = 'ListingStates1764800000025';

  async up(runner: QueryRunner): Promise<void> {
    const added = Object.entries(NEW_COLUMNS).flatMap(([type, names]) => names.map((name) => `add ${name} ${type}`));
    await runner.query(`
      alter table listing ${added.join(', ')}, add derivation integer not null default 0;
      comment on column listing.derivation is 'The DERIVATION_VERSION that its derived columns were written by.';
      create index listing_underived on listing (id) where derivation < 1`);
    await runner.query(`
      create table listing_state (
        listing_id uuid not null,
        revision_id integer not null,
        past json not null,
        primary key (listing_id, revision_id)
      )`);
    await runner.query(COMMENTS);
    for (const [column, comment] of Object.entries(NEW_COMMENTS))
      await runner.query(`comment on column listing.${column} is '${comment}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = Object.values(NEW_COLUMNS).flat();
    await runner.query(`
      drop table listing_state;
      alter table listing ${['derivation', ...names].map((name) => `drop ${name}`).join(', ')}`);
  }
}

const NEW_COLUMNS = {
  'double precision': [
    'price_per_square_meter',
    'published_at',
    'first_seen_at',
    'last_changed_at',
    'price_cut_percent',
    'price_cut_amount',
    'last_price_cut_percent',
    'last_price_cut_amount',
  ],
  integer: ['pictures'],
  smallint: [
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
  text: ['postal_code'],
};

const NEW_COMMENTS = {
  price_per_square_meter: 'Displayed price by displayed area.',
  pictures: 'How many it shows.',
  published_at: 'Epoch milliseconds, as all instants that ranges ask for.',
  price_cut_percent: 'Against the first price; below 0 where it rose.',
  last_price_cut_percent: 'Against the price before.',
  publisher_type: 'Its place in its list of words, as all that follow.',
};

const COMMENTS = `
  comment on table listing_state is
    'What the revisions before a revision tell that conditions ask for. Written with the revision, or by the derivation '
    'job; never changed.';
  comment on column listing_state.past is 'ListingPast: with it the next state goes on.'`;
