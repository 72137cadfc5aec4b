import type { DestinationChannel } from '@gable/domain/alert';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import { DeliveryEndpointEntity } from './delivery-endpoint.entity.js';

/** Where events go. */
@Entity('event_destination', {
  comment:
    'Where events go. One row per account and address, so that what is known of a destination holds for ' +
    'all alerts that use it.',
})
@Unique('event_destination_account_id_channel_address_key', ['accountId', 'channel', 'address'])
@Check('event_destination_channel_check', "channel in ('EMAIL', 'WEBHOOK')")
@Index('event_destination_endpoint_id', ['endpointId'])
export class EventDestinationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('text') channel: DestinationChannel;
  @Column('text') address: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column('bigint', { comment: 'What it shares with other addresses of the same receiver.' }) endpointId: number;
  @ManyToOne(() => DeliveryEndpointEntity)
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: Relation<DeliveryEndpointEntity>;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) switchedOffAt: Date | null;
  @Column('text', { nullable: true, comment: 'A stable code and a sentence.' }) switchedOffReason: string | null;
}
