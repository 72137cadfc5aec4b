import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PropertyEntity } from '../properties/property.entity.js';

/** Properties whose document the search engine refuses: it would refuse it again, until something changes. */
@Entity('index_refused', {
  comment: 'Properties whose document the search engine refuses: it would refuse it again, until something changes.',
})
export class IndexRefusedEntity {
  @PrimaryColumn('uuid') propertyId: string;
  @ManyToOne(() => PropertyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'property_id' })
  property: Relation<PropertyEntity>;
  @Column('bigint') revisionId: number;
  @Column('text') reason: string;
  @Column({ type: 'timestamptz', precision: 3 }) refusedAt: Date;
}
