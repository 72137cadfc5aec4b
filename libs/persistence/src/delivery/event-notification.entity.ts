import type { DestinationChannel } from '@gable/domain/alert';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { EventDestinationEntity } from './event-destination.entity.js';

/** One row per attempt of a delivery. */
@Entity('event_notification', { comment: 'One row per attempt of a delivery.' })
@Unique('event_notification_attempt', ['deliveryId', 'attemptNumber'])
@Check('event_notification_channel_check', "channel in ('EMAIL', 'WEBHOOK')")
@Check('event_notification_status_check', "status in ('PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED')")
@Index('event_notification_alert', ['alertId', 'id'])
@Index('event_notification_open', ['alertId', 'eventId'], { where: "status in ('PENDING', 'SUSPENDED')" })
@Index('event_notification_status', ['accountId', 'status', 'id', 'alertId', 'destinationId', 'channel'], {
  where: "status <> 'DELIVERED'",
})
export class EventNotificationEntity {
  @PrimaryColumn('uuid') accountId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') alertId: string;
  @Column('uuid', { nullable: true, comment: 'The event it carries, the first of several; null for a test.' }) eventId:
    string | null;
  @Column('uuid', { comment: 'The same for all attempts of one delivery.' }) deliveryId: string;
  @Column('integer', { comment: 'From 1.' }) attemptNumber: number;
  @Column('text') channel: DestinationChannel;
  @Column('uuid') destinationId: string;
  @ManyToOne(() => EventDestinationEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'destination_id' })
  destination: Relation<EventDestinationEntity>;
  @Column('text') destinationAddress: string;
  @Column('text', { comment: 'SUSPENDED is not stored: readers see it of a PENDING row while the breaker is open.' })
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'SUSPENDED' | 'SKIPPED';
  @Column({ type: 'timestamptz', precision: 3, nullable: true, comment: 'When it is due.' }) scheduledAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deliveredAt: Date | null;
  @Column('integer', {
    nullable: true,
    comment: 'HTTP status of a webhook, SMTP reply code of a mail. Null where nothing answered.',
  })
  responseStatus: number | null;
  @Column('text', { nullable: true, comment: 'A stable code and a sentence; why it waits or how it failed.' })
  lastErrorMessage: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'When the sender first took it: a gathered mail that was taken is joined by no further event.',
  })
  takenAt: Date | null;
}
