import type { AreaGeometry, DivisionType } from '@gable/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An administrative area. */
@Entity('division')
export class DivisionEntity {
  @PrimaryColumn('integer') id: number;
  @Column('text') type: DivisionType;
  @Column('text') name: string;
  @Column('integer', { name: 'parent_id', nullable: true }) parentId: number | null;
  @Column('text', { name: 'country_code' }) countryCode: string;
  @Column('double precision', { nullable: true }) lat: number | null;
  @Column('double precision', { nullable: true }) lng: number | null;
  @Column('jsonb', { nullable: true }) geometry: AreaGeometry | null;
  @Column('text', { name: 'postal_codes', array: true }) postalCodes: string[];
  /** Every ancestor, nearest first. */
  @Column('integer', { name: 'ancestor_ids', array: true }) ancestorIds: number[];
}
