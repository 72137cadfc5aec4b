import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DeliveryEndpointEntity } from './delivery-endpoint.entity.js';

/** A wake-up of an endpoint: something in its queue is due. */
@Entity('delivery_wakeup', {
  comment:
    "Something is due in the queue of an endpoint. Inserted with it, so that nobody waits for the endpoint's row; " +
    'removed by who serves the endpoint.',
})
@Index('delivery_wakeup_at', ['at', 'endpointId'])
@Index('delivery_wakeup_endpoint', ['endpointId', 'at'])
export class DeliveryWakeupEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint') endpointId: number;
  @ManyToOne(() => DeliveryEndpointEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: Relation<DeliveryEndpointEntity>;
  @PrimaryColumn({ type: 'timestamptz', precision: 3, comment: 'When the first of what was queued is due.' }) at: Date;
}
