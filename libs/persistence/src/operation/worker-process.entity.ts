import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A worker process and the stages that it runs. */
@Entity('worker_process', {
  comment: 'Worker processes and the stages that they run. Of this server alone: no backup has them.',
})
export class WorkerProcessEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') host: string;
  @Column('integer', { comment: 'On its host.' }) pid: number;
  @Column('text', { array: true }) stages: string[];
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    comment: 'Written every few seconds for as long as the process lives.',
  })
  seenAt: Date;
}
