import type { DestinationChannel } from '@gable/domain/alert';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DeliveryEndpointEntity } from './delivery-endpoint.entity.js';
import { EventDestinationEntity } from './event-destination.entity.js';

/** Deliveries that have not ended, each at the attempt that is due next. */
@Entity('delivery', {
  comment: 'Deliveries that have not ended, each at the attempt that is due next. Written by queueAttempts alone.',
})
@Index('delivery_due', ['endpointId', 'dueAt', 'id'], { where: 'owner is null' })
@Index('delivery_leased', ['leasedUntil'], { where: 'owner is not null' })
export class DeliveryEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') alertId: string;
  @Column('bigint') endpointId: number;
  @ManyToOne(() => DeliveryEndpointEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: Relation<DeliveryEndpointEntity>;
  @Column('text') channel: DestinationChannel;
  @Column('uuid') destinationId: string;
  @ManyToOne(() => EventDestinationEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'destination_id' })
  destination: Relation<EventDestinationEntity>;
  @Column('uuid', { comment: 'The row of the attempt.' }) notificationId: string;
  @Column('integer') attemptNumber: number;
  @Column('integer', {
    comment: 'Attempts before this round: a delivery that is sent again has the whole schedule before it.',
  })
  roundStart: number;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
  @Column('uuid', { nullable: true, comment: 'Who has leased it.' }) owner: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) leasedUntil: Date | null;
  @Column('boolean', { default: false, comment: 'It tries an endpoint whose breaker is open.' }) isProbe: boolean;
  @Column('integer', {
    default: 0,
    comment: 'alert.queue_epoch when it was queued: what alert_skip ends has an earlier one than the skip.',
  })
  epoch: number;
}
