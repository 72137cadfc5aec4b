import type { AreaGeometry } from '@gable/domain/geo';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';

/** An area drawn by a customer. */
@Entity('shape', { comment: 'An area drawn by a customer.' })
@Index('shape_listed', ['accountId', 'id'])
@Index('shape_removed', ['removedAt'], { where: 'removed_at is not null' })
export class ShapeEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('text', { nullable: true }) name: string | null;
  @Column('jsonb', { comment: 'GeoJSON.' }) geometry: AreaGeometry;
  @Column('integer', { comment: 'Over all rings.' }) positions: number;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Gone for its account. The row stays as long as criteria that were replaced name it.',
  })
  removedAt: Date | null;
}
