import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ConditionColumns } from './condition-columns.js';
import { ListingEntity } from './listing.entity.js';

/** A listing as it was before a later state replaced it. */
@Entity('former_listing', {
  comment:
    'A listing as it was before a later state replaced it, with the values that conditions ask for. The newest state ' +
    'stands in listing. Written with the state that replaced it, or by the derivation job; never changed.',
})
export class FormerListingEntity {
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @PrimaryColumn('integer') revisionId: number;
  @Column('uuid') sourceId: string;
  @Column('text', { comment: 'As listing.folded_text.' }) foldedText: string;
  @Column(() => ConditionColumns) conditions: ConditionColumns;
}
