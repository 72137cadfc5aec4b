import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { PropertyEntity } from '../properties/property.entity.js';
import { ConditionColumns } from './condition-columns.js';
import { SourceEntity } from './source.entity.js';

/** One row per listing with the values that conditions ask for, as they are now. */
@Entity('listing', {
  comment:
    'One row per listing with the values that conditions ask for, as they are now. listing_revision holds ' +
    'all that a listing says.',
})
@Unique('listing_source_id_external_id_key', ['sourceId', 'externalId'])
@Index('listing_city', { synchronize: false }) // has included columns
@Index('listing_department', { synchronize: false }) // has included columns
@Index('listing_division', { synchronize: false }) // has storage parameters
@Index('listing_place', { synchronize: false }) // has included columns
@Index('listing_price', { synchronize: false }) // has included columns
@Index('listing_property', ['propertyId'])
@Index('listing_underived', ['id'], { where: 'derivation < 5' })
@Index('listing_derivation', ['derivation'], { where: 'derivation < 5' })
@Index('listing_words', { synchronize: false }) // has storage parameters
@Index('listing_url', ['urlHash'], { where: 'url_hash is not null' })
export class ListingEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') sourceId: string;
  @ManyToOne(() => SourceEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'source_id' })
  source: Relation<SourceEntity>;
  @Column('text', { comment: 'How the source calls it.' }) externalId: string;
  @Column('uuid') propertyId: string;
  @ManyToOne(() => PropertyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'property_id' })
  property: Relation<PropertyEntity>;
  @Column('integer', { comment: 'Its newest revision.' }) revisionId: number;
  @Column('boolean') online: boolean;
  @Column({
    type: 'timestamptz',
    precision: 3,
    comment: 'When the source saw its newest state first; listing_seen knows when it saw it last.',
  })
  observedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When its last market event happened.' }) lastEventAt: Date;
  @Column('bytea', { comment: 'Of the state, so that a feed read again changes nothing.' }) contentHash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  @Column('bigint', { nullable: true, comment: 'First 8 bytes of the SHA-256 of its address.' }) urlHash: number | null;
  @Column('real', { nullable: true, comment: 'How well it fits its property; null when it stood alone.' })
  groupingScore: number | null;
  @Column('jsonb', { nullable: true, comment: 'The signals that put it into its property.' }) groupingReasons: unknown;
  @Column('integer', {
    default: 0,
    comment: 'The DERIVATION_VERSION that its derived columns were written by.',
  })
  derivation: number;
  @Column(() => ConditionColumns) conditions: ConditionColumns;
  @Column('text', {
    nullable: true,
    comment:
      'Its folded texts: the words of the title, a bar, those of the description, each with a blank on both sides. ' +
      'Null where they are not worked out yet.',
  })
  foldedText: string | null;
  @Column('tsvector', {
    nullable: true,
    comment:
      'The words of folded_text, without positions, those of the title (^loft), its divisions (#75056) and ' +
      'the part of the store that it was written into (%17).',
  })
  words: string | null;
}
