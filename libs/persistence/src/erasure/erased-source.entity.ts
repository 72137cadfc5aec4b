import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Sources that were erased: which id their domain had. */
@Entity('erased_source', {
  comment: 'Sources that were erased: a source that comes back under the domain has the id that alerts know.',
})
@Index('erased_source_id', ['sourceId'])
export class ErasedSourceEntity {
  @PrimaryColumn('text') domain: string;
  @Column('uuid') sourceId: string;
  @Column({ type: 'timestamptz', precision: 3 }) erasedAt: Date;
}
