import type { ListingPast } from '@gable/domain/listing';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ConditionColumns } from './condition-columns.js';
import { ListingEntity } from './listing.entity.js';

/** What conditions ask of every state of a listing, with what the states before it tell. */
@Entity('listing_state', {
  comment:
    'What conditions ask of every revision of a listing, with what the revisions before it tell. Written with the ' +
    'revision, or by the derivation job.',
})
export class ListingStateEntity {
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @PrimaryColumn('integer') revisionId: number;
  @Column('uuid') sourceId: string;
  @Column('json', { comment: 'ListingPast: with it the next state goes on.' }) past: ListingPast;
  @Column(() => ConditionColumns) conditions: ConditionColumns;
}
