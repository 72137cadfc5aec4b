import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the index of words can be asked which rows lack a word; a worker says so every ten seconds. */
export class WordIndexState1764800000050 implements MigrationInterface {
  name = 'WordIndexState1764800000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table word_index_state (
        whole_before xid8 not null,
        sorted_at timestamptz(3) not null
      );
      comment on table word_index_state is 'How far the index of words can be asked which rows lack a word, one row.';
      comment on column word_index_state.whole_before is
        'listing_words has all words of rows that transactions before this one wrote. Of later rows it may hold some: they are read.';
      insert into word_index_state values ('0', 'epoch')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table word_index_state');
  }
}
