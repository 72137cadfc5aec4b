import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PhraseSegmentEntity } from './phrase-segment.entity.js';

/** One bit of all signatures of a segment. */
@Entity('phrase_slice', { comment: 'One bit of all signatures of a segment, in the order of its listings.' })
export class PhraseSliceEntity {
  @PrimaryColumn('smallint') slice: number;
  @PrimaryColumn('integer') segmentId: number;
  @ManyToOne(() => PhraseSegmentEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'segment_id' })
  segment: Relation<PhraseSegmentEntity>;
  @Column({ type: 'bit', length: '30720' }) bits: string;
}
