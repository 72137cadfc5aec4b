import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ListingEntity } from './listing.entity.js';

/** Blocking keys: listings under the same key are compared by grouping. */
@Entity('listing_block', { comment: 'Blocking keys: listings under the same key are compared by grouping.' })
export class ListingBlockEntity {
  @PrimaryColumn('bigint') blockKey: number;
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
}
