import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What is on offer: listings that were found to be about the same thing belong to one property. */
@Entity('property', {
  comment: 'What is on offer: listings that were found to be about the same thing belong to one property.',
})
@Index('property_by_area', ['maxArea', 'id'], { where: 'online_count > 0' })
@Index('property_by_created_at', ['createdAt', 'id'], { where: 'online_count > 0' })
@Index('property_by_map_key', { synchronize: false }) // has included columns
@Index('property_by_price', { synchronize: false }) // has included columns
@Index('property_by_price_apart', { synchronize: false }) // has included columns
@Index('property_by_price_per_area', ['minPricePerArea', 'id'], { where: 'online_count > 0' })
@Index('property_by_updated_at', ['updatedAt', 'id'], { where: 'online_count > 0' })
@Index('property_gone', ['updatedAt', 'id'], { where: 'online_count = 0' })
export class PropertyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  @Column('double precision', { nullable: true, comment: 'Over the online listings, as the rest.' }) minPrice:
    number | null;
  @Column('double precision', { nullable: true }) maxPrice: number | null;
  @Column('double precision', { nullable: true }) maxArea: number | null;
  @Column('double precision', { nullable: true }) minPricePerArea: number | null;
  @Column('integer') onlineCount: number;
  @Column('double precision', {
    nullable: true,
    comment: 'Its place: that of the online listing that shows it most exactly.',
  })
  lat: number | null;
  @Column('double precision', { nullable: true }) lng: number | null;
  @Column({
    type: 'bigint',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'gable_map_key(lat, lng)',
    insert: false,
    update: false,
    comment: 'The tile of the map that it stands in, at zoom 24: gable_map_key.',
  })
  mapKey: number | null;
  @Column('bigint', {
    comment: 'Rises with every change of the property: the external version of its search document.',
  })
  revision: number;
  @Column('uuid', { nullable: true, comment: 'Set when the last listing moved away: the property it went to.' })
  mergedInto: string | null;
}
