import type { DivisionType } from '@gable/domain';
import type { AreaGeometry } from '@gable/domain/geo';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/** An administrative area. */
@Entity('division', { comment: 'An administrative area.' })
@Check('division_type_check', "type in ('COUNTRY', 'REGION', 'DEPARTMENT', 'CITY', 'DISTRICT', 'NEIGHBORHOOD')")
@Index('division_parent', ['parentId'])
export class DivisionEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('text') type: DivisionType;
  @Column('text') name: string;
  @Column('bigint', { nullable: true }) parentId: number | null;
  @ManyToOne(() => DivisionEntity) @JoinColumn({ name: 'parent_id' }) parent: Relation<DivisionEntity | null>;
  @Column('text', { comment: 'ISO 3166-1 alpha-2.' }) countryCode: string;
  @Column('double precision', { nullable: true, comment: 'A place inside, WGS 84, degrees.' }) lat: number | null;
  @Column('double precision', { nullable: true, comment: 'A place inside, WGS 84, degrees.' }) lng: number | null;
  @Column('jsonb', { nullable: true, comment: 'GeoJSON.' }) geometry: AreaGeometry | null;
  @Column('text', { array: true, default: () => "'{}'" }) postalCodes: string[];
  @Column('bigint', { array: true, default: () => "'{}'", comment: 'Every ancestor, nearest first.' })
  ancestorIds: number[];
}
