import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PropertyEntity } from '../properties/property.entity.js';

/** Marks of the properties whose search document may be behind. */
@Entity('index_dirty', { comment: 'Marks of the properties whose search document may be behind.' })
@Index('index_dirty_marked_at', ['markedAt'])
export class IndexDirtyEntity {
  @PrimaryColumn('uuid') propertyId: string;
  @ManyToOne(() => PropertyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'property_id' })
  property: Relation<PropertyEntity>;
  @Column('bigint', { comment: 'The revision of the property to be indexed.' }) revisionId: number;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) markedAt: Date;
  @Column('timestamptz', { default: () => "'-infinity'", comment: 'Until then a worker is busy with it.' })
  leasedUntil: Date;
}
