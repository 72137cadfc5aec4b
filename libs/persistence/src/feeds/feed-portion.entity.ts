import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { FeedJobEntity } from './feed-job.entity.js';

/** The spool. */
@Entity('feed_portion', { comment: 'The spool: of each job one gzip stream, cut into portions.' })
export class FeedPortionEntity {
  @PrimaryColumn('uuid') jobId: string;
  @ManyToOne(() => FeedJobEntity) @JoinColumn({ name: 'job_id' }) job: Relation<FeedJobEntity>;
  @PrimaryColumn('integer') number: number;
  @Column('bytea') bytes: Buffer;
}
