import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DivisionEntity } from './division.entity.js';

/** How many properties every division shows, counted now and then by upkeep. */
@Entity('division_property_count', {
  comment: 'How many properties every division shows, counted now and then by upkeep.',
})
export class DivisionPropertyCountEntity {
  @PrimaryColumn('bigint') divisionId: number;
  @ManyToOne(() => DivisionEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'division_id' })
  division: Relation<DivisionEntity>;
  @Column('integer') properties: number;
}
