import type { RouteType } from './usage-store.js';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from '../accounts/api-key.entity.js';

/** What keys were answered: a row per key, route and period. */
@Entity('usage_count', { comment: 'What keys were answered: a row per key, route and period.' })
@Index('usage_count_fine', ['at'], { where: "at <> date_bin('1 hour', at, '2000-01-01T00:00:00Z')" })
export class UsageCountEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @ManyToOne(() => ApiKeyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'api_key_id' })
  apiKey: Relation<ApiKeyEntity>;
  @PrimaryColumn({
    type: 'timestamptz',
    precision: 3,
    comment: 'When the period begins: a tenth of a second at first, whole hours once the hour is past.',
  })
  at: Date;
  @PrimaryColumn('text') route: string;
  @Column('integer') calls: number;
  @Column('bigint', { comment: 'Items answered.' }) results: number;
  @Column('text') routeType: RouteType;
}
