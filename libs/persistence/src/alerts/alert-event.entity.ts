import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { AlertEntity } from './alert.entity.js';

/** What happened for an alert. */
@Entity('alert_event', {
  comment: 'What happened for an alert. What changed stands in listing_revision, under the listing and the revision.',
})
@Unique('alert_event_once', ['alertId', 'listingId', 'eventType', 'revisionId'])
@Index('alert_event_account', ['accountId', 'id'], { where: 'account_id is not null' })
@Index('alert_event_gathered', ['deliveryId'], { where: 'delivery_id <> id' })
@Index('alert_event_listed', ['alertId', 'createdAt', 'id', 'eventType'])
@Index('alert_event_property', ['alertId', 'propertyId'])
export class AlertEventEntity {
  @PrimaryColumn('uuid') alertId: string;
  @ManyToOne(() => AlertEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'alert_id' })
  alert: Relation<AlertEntity>;
  @PrimaryColumn('uuid', { comment: 'UUIDv7 of created_at: ids ascend with time.' })
  id: string;
  @Column('uuid', {
    nullable: true,
    comment: 'The account of the alert; null in events that an earlier release recorded.',
  })
  accountId: string | null;
  @Column('uuid') propertyId: string;
  @Column('uuid') listingId: string;
  @Column('integer') revisionId: number;
  @Column('smallint', { comment: 'Place in ALERT_EVENT_TYPES.' }) eventType: number;
  @Column('integer') criteriaVersion: number;
  @Column('uuid', {
    nullable: true,
    comment: 'The delivery that first carries it; null where no rule or no destination asks for one.',
  })
  deliveryId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
