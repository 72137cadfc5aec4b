import type { AreaGeometry } from '@gable/domain/geo';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An area drawn by a customer. */
@Entity('shape')
export class ShapeEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('jsonb') geometry: AreaGeometry;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
