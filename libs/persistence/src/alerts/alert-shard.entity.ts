import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { MatchWorkerEntity } from './match-worker.entity.js';

/** How far each virtual shard has consumed listing_change, and which worker owns it. */
@Entity('alert_shard', { comment: 'How far each virtual shard has consumed listing_change, and which worker owns it.' })
export class AlertShardEntity {
  @PrimaryColumn('smallint') shard: number;
  @Column('bigint', { default: 0, comment: 'The last change it has consumed.' }) position: number;
  @Column('bigint', { default: 0, comment: 'Rises with every owner. Each commit checks it.' }) epoch: number;
  @Column('integer', { nullable: true }) workerId: number | null;
  @ManyToOne(() => MatchWorkerEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'worker_id' })
  worker: Relation<MatchWorkerEntity | null>;
}
