import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ingest writes the part of the store among the words of a listing. Rows from before lie in none, which is no fault. */
export class WordParts1764800000044 implements MigrationInterface {
  name = 'WordParts1764800000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column listing.words is '${WORDS}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column listing.words is '${WORDS_BEFORE}'`);
  }
}

const WORDS =
  'The words of folded_text, without positions, its divisions (#75056) and the part of the store that it was ' +
  'written into (%17).';
const WORDS_BEFORE = 'The words of folded_text, without positions, and its divisions (#75056).';
