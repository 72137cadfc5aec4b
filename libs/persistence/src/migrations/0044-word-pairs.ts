import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pairs of neighbouring words, so that an index finds phrases, and parts of the store among the words, so that a
 * frequent word can be counted in a few of them. The derivation job of a worker writes both for every stored listing;
 * until it is done, searches do without them.
 */
export class WordPairs1764800000044 implements MigrationInterface {
  name = 'WordPairs1764800000044';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table listing add column if not exists word_pairs smallint[]');
    await runner.query('alter table listing alter column word_pairs set storage external');
    // Low enough that the pairs leave the row as well: without texts a row has some 360 bytes.
    await runner.query('alter table listing set (toast_tuple_target = 512)');
    await runner.query(`comment on column listing.words is '${WORDS}'`);
    await runner.query(`comment on column listing.word_pairs is '${PAIRS}'`);
    await runner.query('drop index concurrently if exists listing_word_pairs');
    await runner.query(`
      create index concurrently listing_word_pairs on listing using gin (word_pairs)
      with (gin_pending_list_limit = 16384) where online`);
    // What waits longer is sorted in together, which is less work an entry. A search reads through what waits.
    await runner.query('alter index listing_words set (gin_pending_list_limit = 16384)');
    await runner.query('drop index concurrently if exists listing_underived');
    await runner.query('create index concurrently listing_underived on listing (id) where derivation < 3');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index listing_underived');
    await runner.query('create index listing_underived on listing (id) where derivation < 2');
    await runner.query('alter index listing_words set (gin_pending_list_limit = 4096)');
    await runner.query('alter table listing drop column word_pairs');
    await runner.query('alter table listing set (toast_tuple_target = 1024)');
  }
}

const WORDS =
  'The words of folded_text, without positions, its divisions (#75056) and the part of the store that it was ' +
  'written into (%17).';
const PAIRS = 'Hashes of the pairs of neighbouring words in folded_text. Null where they are not worked out yet.';
