import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { XID8 } from '../database/column-types.js';

/** Listings that were erased: those whose traces are being removed, and those that are to stay away. */
@Entity('erased_listing', {
  comment:
    'Listings that were erased: those whose events are still to be removed, and those that no feed may bring back.',
})
@Index('erased_listing_kept_out', ['sourceDomain', 'externalId'], { where: 'external_id is not null' })
@Index('erased_listing_open', ['listingId'], { where: 'not is_done' })
export class ErasedListingEntity {
  @PrimaryColumn('uuid') listingId: string;
  @Column('text') sourceDomain: string;
  @Column('text', { nullable: true, comment: 'Set where no feed may bring it back; null: it may come again.' })
  externalId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) erasedAt: Date;
  @Column({
    type: XID8,
    nullable: true,
    comment:
      'Taken once the listing was gone for all: when every transaction with a lower id has ended, nobody writes ' +
      'events of it any more.',
  })
  fence: string | null;
  @Column('boolean', { default: false, comment: 'Its events and what was to be sent of them are gone, too.' })
  isDone: boolean;
}
