import type { ListingPast } from '@gable/domain/listing';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ListingEntity } from './listing.entity.js';

/** What the states before a state of a listing tell. */
@Entity('listing_state', {
  comment:
    'What the revisions before a revision tell that conditions ask for. Written with the revision, or by the ' +
    'derivation job; never changed.',
})
export class ListingStateEntity {
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @PrimaryColumn('integer') revisionId: number;
  @Column('json', { comment: 'ListingPast: with it the next state goes on.' }) past: ListingPast;
}
