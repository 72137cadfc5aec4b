import type { AlertDraft, NotificationConfig } from '@gable/domain/alert';
import type { StoredCriteria } from '@gable/domain/criteria';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import { EventDestinationEntity } from '../delivery/event-destination.entity.js';
import { PG_SNAPSHOT, XID8 } from '../database/column-types.js';

/** What a customer wants to be notified of. */
@Entity('alert', { comment: 'What a customer wants to be notified of.' })
@Check('alert_search_mode_check', "search_mode in ('advanced', 'classic')")
@Index('alert_account', ['accountId', 'id'], { where: 'deleted_at is null' })
@Index('alert_deleted', ['isReduced', 'deletedAt'], { where: 'deleted_at is not null' })
@Index('alert_destination', ['destinationId'], { where: 'destination_id is not null' })
@Index('alert_shapes', ['shapeIds'], { where: "deleted_at is null and shape_ids <> '{}'", type: 'gin' })
@Index('alert_shard_active', ['shard', 'id'], { where: 'active and deleted_at is null' })
@Index('alert_xid', ['xid'])
export class AlertEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('smallint', { comment: 'shardOf(id): the virtual shard that matches changes for it.' }) shard: number;
  @Column('text') name: string;
  @Column('boolean') active: boolean;
  @Column('text', { comment: 'How it was asked for.' }) searchMode: AlertDraft['searchMode'];
  @Column('json', { nullable: true, comment: 'Of a classic alert, as given.' }) classicFilters:
    AlertDraft['classicFilters'] | null;
  @Column('json', {
    comment: 'The canonical tree. Shapes stand in it by their ids; their rows have the geometries.',
  })
  criteria: StoredCriteria;
  @Column('integer', { comment: 'Rises when the criteria change; events name it.' }) criteriaVersion: number;
  @Column('uuid', { array: true, default: () => "'{}'", comment: 'Shapes that the criteria use.' }) shapeIds: string[];
  @Column('bigint', {
    default: 0,
    comment: 'Positions of the shapes in the criteria, each as often as it is named.',
  })
  shapePositions: number;
  @Column('json', { nullable: true, comment: 'Null: none given, the default rules hold.' })
  notificationConfig: NotificationConfig | null;
  @Column('uuid', { nullable: true }) destinationId: string | null;
  @ManyToOne(() => EventDestinationEntity)
  @JoinColumn({ name: 'destination_id' })
  destination: Relation<EventDestinationEntity | null>;
  @Column('bytea', {
    nullable: true,
    comment: 'AES-256-GCM, bound to table, column and row. Null once the removed alert is reduced.',
  })
  signingKey: Buffer | null;
  @Column('bytea', { nullable: true }) previousSigningKey: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, comment: 'Until then the previous key signs too.' })
  previousSigningKeyUntil: Date | null;
  @Column({
    type: PG_SNAPSHOT,
    comment: 'What was committed when the alert was made or activated: changes of these transactions are not for it.',
  })
  activeSince: string;
  @Column({
    type: XID8,
    comment: 'The transaction of the last write, removal included: workers read what they have not seen by it.',
  })
  xid: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Removed for its owner. The row stays while workers need to see that, and as long as its events.',
  })
  deletedAt: Date | null;
  @Column('boolean', {
    default: false,
    comment: 'Of a removed alert: only what its events need is left; its criteria stand in alert_criteria_history.',
  })
  isReduced: boolean;
  @Column('integer', {
    default: 0,
    comment: 'Rises when what is queued may not go out any more; a delivery keeps the one that it was queued at.',
  })
  queueEpoch: number;
}
