import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PlanEntity } from './plan.entity.js';

const BLOCKED = 'Set while none of its keys is admitted and nothing is sent for it.';

/** The customer. */
@Entity('account', { comment: 'The customer.' })
@Check('account_requests_per_minute_check', 'requests_per_minute >= 0')
@Index('account_plan', ['plan'], { where: 'plan is not null' })
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { unique: true }) name: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, comment: BLOCKED })
  blockedAt: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Set when all that it had is gone: the row stays while removed alerts name it.',
  })
  erasedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column('text', { nullable: true }) plan: string | null;
  @ManyToOne(() => PlanEntity)
  @JoinColumn({ name: 'plan' })
  itsPlan: Relation<PlanEntity | null>;
  @Column('integer', { nullable: true, comment: 'Of each of its keys; 0: any number; null: as its plan says.' })
  requestsPerMinute: number | null;
}
