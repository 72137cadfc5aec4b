import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { MatchWorkerEntity } from './match-worker.entity.js';

/**
 * Which changes a worker is about to match, written before it does: a change that kills its worker leaves no other
 * trace.
 */
@Entity('match_inflight', {
  comment:
    'Which changes a worker is about to match, written before it does: a change that kills its worker ' +
    'leaves no other trace.',
})
export class MatchInflightEntity {
  @PrimaryColumn('integer') workerId: number;
  @ManyToOne(() => MatchWorkerEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'worker_id' })
  worker: Relation<MatchWorkerEntity>;
  @Column('bigint') firstChange: number;
  @Column('bigint') lastChange: number;
}
