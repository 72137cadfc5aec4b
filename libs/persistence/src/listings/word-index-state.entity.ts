import { Column, Entity, PrimaryColumn } from 'typeorm';
import { XID8 } from '../database/column-types.js';

const WHOLE_BEFORE =
  'listing_words has all words of rows that transactions before this one wrote. Of later rows it may hold some: ' +
  'they are read.';

/** How far the index of words can be asked which rows lack a word, one row. */
@Entity('word_index_state', { comment: 'How far the index of words can be asked which rows lack a word, one row.' })
export class WordIndexStateEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn({ type: XID8, comment: WHOLE_BEFORE }) wholeBefore: string;
  @Column({ type: 'timestamptz', precision: 3 }) sortedAt: Date;
}
