import { Entity, PrimaryColumn } from 'typeorm';

/** Numbers the batches of ingest, one row. */
@Entity('ingest_lock', {
  comment: 'Numbers the batches of ingest, one row. An advisory lock lets one at a time through.',
})
export class IngestLockEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint', { comment: 'Number of batches so far.' }) version: number;
}
