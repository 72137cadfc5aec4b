import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PropertyEntity } from './property.entity.js';

/** Where a dry run would put listings. */
@Entity('regroup_plan', {
  comment: 'Where a dry run would put listings. Unlogged: nothing in it has to survive a crash of the server.',
})
@Index('regroup_plan_property', ['propertyId'])
export class RegroupPlanEntity {
  @PrimaryColumn('uuid') listingId: string;
  @Column('uuid') propertyId: string;
  @ManyToOne(() => PropertyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'property_id' })
  property: Relation<PropertyEntity>;
}
