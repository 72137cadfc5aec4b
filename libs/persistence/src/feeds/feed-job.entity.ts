import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';

/** What a job is at: it arrives, waits, is read, and was read or given up. */
export const FEED_JOB_STATES = ['UPLOADING', 'WAITING', 'READING', 'DONE', 'FAILED'] as const;
/** One of FEED_JOB_STATES. */
export type FeedJobState = (typeof FEED_JOB_STATES)[number];

/** A feed that arrived over HTTP. */
@Entity('feed_job', { comment: 'A feed that arrived over HTTP, from its upload to what became of it.' })
@Check('feed_job_state_check', "state in ('UPLOADING', 'WAITING', 'READING', 'DONE', 'FAILED')")
@Index('feed_job_once', ['accountId', 'domain', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
@Index('feed_job_domain', ['domain', 'id'])
@Index('feed_job_account', ['accountId', 'domain', 'id'])
@Index('feed_job_open', ['domain', 'id'], { where: "state in ('UPLOADING', 'WAITING', 'READING')" })
@Index('feed_job_spooled', ['accountId'], { where: 'spooled_bytes > 0' })
@Index('feed_job_rejected', ['accountId', 'id'], { where: 'reject_bytes > 0' })
@Index('feed_job_finished', ['finishedAt'])
export class FeedJobEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('text', { comment: 'The source that all its lines are of.' }) domain: string;
  @Column('text', {
    comment: 'UPLOADING: it arrives and is not read. WAITING, READING: a worker reads it. FAILED: it was given up.',
  })
  state: FeedJobState;
  @Column('text', { nullable: true }) idempotencyKey: string | null;
  @Column('bytea', { nullable: true, comment: 'SHA-256 of the unpacked content; null while it arrives.' })
  contentHash: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    comment: 'When its last portion arrived: an upload that was cut is known by it.',
  })
  touchedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) receivedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) startedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) finishedAt: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'A job that failed is not tried again before.',
  })
  notBefore: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Until then the portions of a job that was given up are kept.',
  })
  spooledUntil: Date | null;
  @Column('bigint', { default: 0 }) receivedBytes: number;
  @Column('bigint', { default: 0 }) unpackedBytes: number;
  @Column('integer', { default: 0 }) portions: number;
  @Column('bigint', { default: 0, comment: 'Of its portions, as they are stored; 0 once they were removed.' })
  spooledBytes: number;
  @Column('bigint', { default: 0, comment: 'Of its rejected lines, as they are stored; 0 once they were removed.' })
  rejectBytes: number;
  @Column('integer', {
    default: 0,
    comment: 'Rises with each reading: a reader that was replaced cannot finish it.',
  })
  attempt: number;
  @Column('integer', { default: 0 }) tries: number;
  @Column('integer', { default: 0, comment: 'How often a worker ended while it read the job.' }) deaths: number;
  @Column('boolean', {
    default: false,
    comment: 'A snapshot takes offline what it does not name, however many: an operator said so.',
  })
  force: boolean;
  @Column('jsonb', { nullable: true, comment: 'What was read so far, or in the end.' }) report: unknown;
  @Column('jsonb', { nullable: true, comment: 'The first 100 rejected lines, without their text.' })
  firstRejects: unknown;
  @Column('text', { nullable: true }) reason: string | null;
}
