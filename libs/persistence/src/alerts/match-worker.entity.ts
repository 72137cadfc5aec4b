import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A worker that takes part in matching. */
@Entity('match_worker', {
  comment: 'A worker that takes part in matching. It keeps a session advisory lock on its id for as long as it lives.',
})
export class MatchWorkerEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    comment: 'For a worker that is stopped but not dead: its shards are free after that.',
  })
  leasedUntil: Date;
}
