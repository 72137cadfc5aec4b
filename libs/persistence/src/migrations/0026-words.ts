import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words of titles and descriptions can be searched. The columns of listings that are stored already are filled by the
 * worker; the index is empty until then, and so made at once.
 */
export class Words1764800000026 implements MigrationInterface {
  name = 'Words1764800000026';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table listing add column if not exists folded_text text');
    await runner.query('alter table listing add column if not exists words tsvector');
    // Out of the row, so that searches that ask for no words read as little as before; and never compressed, because
    // taking texts apart would be most of the time that a search for words needs.
    await runner.query(`
      alter table listing alter column folded_text set storage external, alter column words set storage external`);
    await runner.query('alter table listing set (toast_tuple_target = 1024)');
    // One that was cut short is there and of no use.
    await runner.query('drop index concurrently if exists listing_words');
    await runner.query(`
      create index concurrently listing_words on listing using gin (words) with (gin_pending_list_limit = 4096)
      where online`);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index listing_words');
    await runner.query('alter table listing drop column folded_text, drop column words');
    await runner.query('alter table listing reset (toast_tuple_target)');
  }
}

const COMMENTS = `
  comment on column listing.folded_text is 'Its folded texts: the words of the title, a bar, those of the description, '
    'each with a blank on both sides. Null where they are not worked out yet.';
  comment on column listing.words is 'The words of folded_text, without positions.'`;
