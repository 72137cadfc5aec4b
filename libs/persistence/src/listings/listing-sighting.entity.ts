import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ListingEntity } from './listing.entity.js';

/** When a source saw a listing again that had not changed: most of what feeds say. Narrow, and updated in place. */
@Entity('listing_sighting', {
  comment:
    'When a source saw a listing again that had not changed; of no account where listing.observed_at is later. The ' +
    'view listing_seen has the later of both.',
})
export class ListingSightingEntity {
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @Column({ type: 'timestamptz', precision: 3 }) observedAt: Date;
}
