import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation, Unique } from 'typeorm';
import { ListingEntity } from './listing.entity.js';
import { XID8 } from '../database/column-types.js';

/** The queue of the matcher, read in order behind the fence of xid. */
@Entity('listing_change', {
  comment:
    'The queue of the matcher, read in order behind the fence of xid. A change names revisions; the view ' +
    'listing_change_states gives them whole.',
})
@Unique('listing_change_listing_id_revision_id_key', ['listingId', 'revisionId'])
export class ListingChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @Column('uuid') propertyId: string;
  @Column('integer') revisionId: number;
  @Column('uuid', {
    nullable: true,
    comment: 'Null when the listing is new; else the property it belonged to at revision_id - 1.',
  })
  previousPropertyId: string | null;
  @Column('uuid', { array: true, comment: 'The other online listings of the property at that commit.' })
  siblingIds: string[];
  @Column('integer', { array: true, comment: 'Their revisions then, in the order of sibling_ids.' })
  siblingRevisions: number[];
  @Column({
    type: XID8,
    default: () => 'pg_current_xact_id()',
    comment: 'The transaction that wrote it: it is read once no earlier transaction is open.',
  })
  xid: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column('uuid', {
    array: true,
    nullable: true,
    comment: 'The offline listings of the property at that commit; null where there are none.',
  })
  offlineSiblingIds: string[] | null;
}
