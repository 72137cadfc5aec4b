import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the first attempt rendered, until the delivery ends: every attempt sends the same. */
@Entity('delivery_payload', {
  comment: 'What the first attempt rendered, until the delivery ends: every attempt sends the same.',
})
export class DeliveryPayloadEntity {
  @PrimaryColumn('uuid') deliveryId: string;
  @Column('bytea') body: Buffer;
}
