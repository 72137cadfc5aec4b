import type { Listing } from '@gable/domain/listing';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ListingEntity } from './listing.entity.js';

/** Every state of every listing in full, never changed. */
@Entity('listing_revision', { comment: 'Every state of every listing in full, never changed.' })
export class ListingRevisionEntity {
  @PrimaryColumn('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @PrimaryColumn('integer', { comment: 'Rises by one per state, from 1.' }) revisionId: number;
  @Column('boolean') online: boolean;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When the source saw the state.' }) observedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When it was ingested.' }) recordedAt: Date;
  @Column('json', { comment: 'json, not jsonb: it is written once, read whole, and never searched.' }) state: Listing;
}
