import { Entity, PrimaryColumn } from 'typeorm';

/** The one row whose lock lets one batch of ingest at a time through. */
@Entity('ingest_lock', { comment: 'The one row whose lock lets one batch of ingest at a time through.' })
export class IngestLockEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint', { comment: 'Number of batches so far.' }) version: number;
}
