import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which pairs of neighbouring words texts have stands beside the listings, so that a search for a phrase of frequent
 * words reads few texts. The derivation job of a worker writes it for the listings that are there; until it has, such
 * searches read what has the words.
 */
export class Phrases1764800000046 implements MigrationInterface {
  name = 'Phrases1764800000046';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query('drop index concurrently if exists listing_underived');
    await runner.query('create index concurrently listing_underived on listing (id) where derivation < 4');
    await runner.query('drop index concurrently if exists listing_derivation');
    await runner.query('create index concurrently listing_derivation on listing (derivation) where derivation < 4');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table phrase_signature, phrase_segment, phrase_slice, phrase_listings');
    await runner.query('drop index listing_derivation');
    await runner.query('drop index listing_underived');
    await runner.query('create index listing_underived on listing (id) where derivation < 3');
  }
}

/** Slices are as long as two of them fit a page, and lie in the row: what is bits does not shrink. */
const TABLES = `
  create table if not exists phrase_signature (
    listing_id uuid primary key,
    signature bytea not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
  create table if not exists phrase_segment (
    id integer generated always as identity primary key,
    listings integer not null,
    is_whole boolean not null default false,
    counted_at timestamptz(3) not null
  );
  create table if not exists phrase_slice (
    slice smallint not null,
    segment_id integer not null,
    bits bit(30720) not null,
    primary key (slice, segment_id)
  );
  alter table phrase_slice alter column bits set storage plain;
  create table if not exists phrase_listings (
    segment_id integer not null,
    place smallint not null,
    listing_ids uuid[] not null,
    primary key (segment_id, place)
  );
  alter table phrase_listings alter column listing_ids set storage plain;
  comment on table phrase_signature is
    'Which pairs of neighbouring words the texts of a listing have, as a Bloom filter, until a segment holds it. '
    'Written in the transaction of the listing.';
  comment on column phrase_signature.signature is '4096 bits; get_bit counts them.';
  comment on table phrase_segment is
    'Signatures of up to 30720 listings, stored bit by bit: a search for phrases reads a few slices of each segment. '
    'Never changed; a listing whose texts changed stands in a later one too.';
  comment on column phrase_segment.is_whole is 'Whether it is whole: only then it is searched.';
  comment on column phrase_segment.counted_at is 'When it was made, or its listings were last counted.';
  comment on table phrase_slice is 'One bit of all signatures of a segment, in the order of its listings.';
  comment on table phrase_listings is 'The listings of a segment in their order, 240 a row.';
  comment on column phrase_listings.place is 'Of the row: the first has listings 0 to 239.';
  comment on column phrase_listings.listing_ids is 'Null for one that was erased.'`;
