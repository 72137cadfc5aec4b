import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which state of the listings division_property_count was counted from, one row. */
@Entity('division_count_state', {
  comment: 'Which state of the listings division_property_count was counted from, one row.',
})
export class DivisionCountStateEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint', { comment: 'ingest_lock.version that was counted; -1 before the first count.' })
  ingestVersion: number;
  @Column({ type: 'timestamptz', precision: 3 }) countedAt: Date;
  @Column('integer') tookMs: number;
}
