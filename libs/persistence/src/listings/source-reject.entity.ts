import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { SourceEntity } from './source.entity.js';

/** Refused lines of a source by the hour in which they were read. */
@Entity('source_reject', { comment: 'Refused lines of a source by the hour in which they were read.' })
@Index('source_reject_hour', ['hour'])
export class SourceRejectEntity {
  @PrimaryColumn('uuid') sourceId: string;
  @ManyToOne(() => SourceEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'source_id' })
  source: Relation<SourceEntity>;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) hour: Date;
  @Column('integer') rejects: number;
}
