import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { SourceEntity } from './source.entity.js';

/** What every batch of ingest adds up of a source. */
@Entity('source_figures', { comment: 'What every batch of ingest adds up of a source.' })
export class SourceFiguresEntity {
  @PrimaryColumn('uuid') sourceId: string;
  @OneToOne(() => SourceEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'source_id' })
  source: Relation<SourceEntity>;
  @Column('integer', { comment: 'Listings of it that are online.' }) online: number;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'observedAt of its newest state or snapshot.',
  })
  lastObservedAt: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Of the newest snapshot that was read to its end.',
  })
  snapshotAt: Date | null;
}
