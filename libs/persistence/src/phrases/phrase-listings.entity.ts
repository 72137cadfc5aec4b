import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PhraseSegmentEntity } from './phrase-segment.entity.js';

/** The listings of a segment, 240 a row. */
@Entity('phrase_listings', { comment: 'The listings of a segment in their order, 240 a row.' })
export class PhraseListingsEntity {
  @PrimaryColumn('integer') segmentId: number;
  @ManyToOne(() => PhraseSegmentEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'segment_id' })
  segment: Relation<PhraseSegmentEntity>;
  @PrimaryColumn('smallint', { comment: 'Of the row: the first has listings 0 to 239.' }) place: number;
  @Column('uuid', { array: true, comment: 'Null for one that was erased.' }) listingIds: (string | null)[];
}
