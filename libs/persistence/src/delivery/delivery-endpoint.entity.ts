import type { DestinationChannel } from '@gable/domain/alert';
import type { WaitsFor } from '@gable/domain/delivery';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { DeliveryOriginEntity } from './delivery-origin.entity.js';

/** One receiver of one account: what shares a circuit breaker and a queue. */
@Entity('delivery_endpoint', { comment: 'One receiver of one account: what shares a circuit breaker and a queue.' })
@Check('delivery_endpoint_channel_check', "channel in ('EMAIL', 'WEBHOOK')")
@Check('delivery_endpoint_waits_for_check', "waits_for in ('ACCOUNT', 'MAIL_SERVER', 'CONFIRMATION')")
@Index('delivery_endpoint_open', ['accountId'], { where: 'opened_at is not null' })
@Index('delivery_endpoint_next_mail', ['nextMailAt'], { where: 'next_mail_at is not null' })
@Index('delivery_endpoint_once', { synchronize: false }) // is over an expression
@Index('delivery_endpoint_origin', ['originId', 'wakeAt'], { where: 'wake_at is not null' })
@Index('delivery_endpoint_waits', ['waitsFor'], { where: 'waits_for is not null' })
@Index('delivery_endpoint_wake', ['wakeAt'], { where: 'wake_at is not null' })
export class DeliveryEndpointEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('uuid') accountId: string;
  @Column('text') channel: DestinationChannel;
  @Column('text', {
    comment:
      'What addresses of one endpoint have in common: host and path, or a mail address in lower case (endpointKey).',
  })
  key: string;
  @Column('integer', { default: 0, comment: 'The breaker, with the next four: BreakerState of the domain.' })
  failures: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) failingSince: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) openedAt: Date | null;
  @Column('integer', { default: 0 }) failedProbes: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) probeAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) switchedOffAt: Date | null;
  @Column('text', { nullable: true, comment: 'A stable code and a sentence.' }) switchedOffReason: string | null;
  @Column('boolean', { default: false, comment: 'It took the last thing sent to it.' }) answersWell: boolean;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'When the queue is to be looked at next. Null: it is empty or blocked, until a wake-up comes.',
  })
  wakeAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, comment: 'Nothing in its queue is due earlier.' })
  wakeFrom: Date | null;
  @Column('text', { nullable: true, comment: 'What its queue waits for though it is due, other than a probe.' })
  waitsFor: WaitsFor | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'When its recipient confirmed the address, with the link of a mail.',
  })
  confirmedAt: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Of a mail address: the earliest moment of its next mail (mailsCounted). Null: none was counted.',
  })
  nextMailAt: Date | null;
  @Column('bigint', {
    nullable: true,
    comment: 'Where its first address leads; null for a mail, which goes to our own mail server.',
  })
  originId: number | null;
  @ManyToOne(() => DeliveryOriginEntity)
  @JoinColumn({ name: 'origin_id' })
  origin: Relation<DeliveryOriginEntity | null>;
}
