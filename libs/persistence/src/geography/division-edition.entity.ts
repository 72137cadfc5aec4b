import { Entity, PrimaryColumn } from 'typeorm';

/**
 * The number of writes to divisions, one row: whoever keeps divisions in memory knows whether they are still the same.
 */
@Entity('division_edition', {
  comment:
    'The number of writes to divisions, one row: whoever keeps divisions in memory knows whether they are ' +
    'still the same.',
})
export class DivisionEditionEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint') version: number;
}
