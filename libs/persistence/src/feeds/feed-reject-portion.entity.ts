import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { FeedJobEntity } from './feed-job.entity.js';

/** Rejected lines. */
@Entity('feed_reject_portion', {
  comment: 'Rejected lines of a job as NDJSON, each portion compressed by itself.',
})
export class FeedRejectPortionEntity {
  @PrimaryColumn('uuid') jobId: string;
  @ManyToOne(() => FeedJobEntity) @JoinColumn({ name: 'job_id' }) job: Relation<FeedJobEntity>;
  @PrimaryColumn('integer') number: number;
  @Column('bytea') bytes: Buffer;
}
