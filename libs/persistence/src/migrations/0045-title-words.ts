import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of a title stand among the words of a listing as such. The derivation job of a worker writes them for the
 * rows that are there; until it has, searches read the titles.
 */
export class TitleWords1764800000045 implements MigrationInterface {
  name = 'TitleWords1764800000045';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column listing.words is '${WORDS}'`);
    await runner.query('drop index concurrently if exists listing_underived');
    await runner.query('create index concurrently listing_underived on listing (id) where derivation < 3');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column listing.words is '${WORDS_BEFORE}'`);
    await runner.query('drop index listing_underived');
    await runner.query('create index listing_underived on listing (id) where derivation < 2');
  }
}

const WORDS =
  'The words of folded_text, without positions, those of the title (^loft), its divisions (#75056) and ' +
  'the part of the store that it was written into (%17).';
const WORDS_BEFORE =
  'The words of folded_text, without positions, its divisions (#75056) and the part of the store that it was ' +
  'written into (%17).';
