import type { AreaGeometry } from '@gable/domain/geo';
import type { DivisionType } from '@gable/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An administrative area. */
@Entity('division')
export class DivisionEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('text') type: DivisionType;
  @Column('text') name: string;
  @Column('bigint', { name: 'parent_id', nullable: true }) parentId: number | null;
  @Column('text', { name: 'country_code' }) countryCode: string;
  @Column('double precision', { nullable: true }) lat: number | null;
  @Column('double precision', { nullable: true }) lng: number | null;
  @Column('jsonb', { nullable: true }) geometry: AreaGeometry | null;
  @Column('text', { name: 'postal_codes', array: true }) postalCodes: string[];
  /** Every ancestor, nearest first. */
  @Column('bigint', { name: 'ancestor_ids', array: true }) ancestorIds: number[];
}
