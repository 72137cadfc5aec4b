import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DeliveryEndpointEntity } from './delivery-endpoint.entity.js';

/** Wake-ups of endpoints: something was queued. */
@Entity('delivery_knock', {
  comment:
    'Wake-ups of endpoints: something was queued. Writers only insert, so that no two of them wait for ' +
    'each other; who serves the endpoint removes.',
})
@Index('delivery_knock_at', ['at', 'endpointId'])
export class DeliveryKnockEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint') endpointId: number;
  @ManyToOne(() => DeliveryEndpointEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: Relation<DeliveryEndpointEntity>;
  @PrimaryColumn({ type: 'timestamptz', precision: 3, comment: 'When the first of what was queued is due.' }) at: Date;
}
