import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a run of gable regroup is, written with what it changed: a killed run goes on from here. */
@Entity('regroup_run', {
  comment: 'How far a run of gable regroup is, written with what it changed: a killed run goes on from here.',
})
export class RegroupRunEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('boolean') dryRun: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) finishedAt: Date | null;
  @Column('integer', { default: 1, comment: 'From 1. A run ends with a pass that finds nothing to do.' }) pass: number;
  @Column('uuid', { nullable: true, comment: 'The last property that this pass has looked at; null before the first.' })
  position: string | null;
  @Column('boolean', { default: true, comment: 'Whether this pass found nothing to do so far.' }) isClean: boolean;
  @Column('jsonb', { comment: 'What the run says of itself so far.' }) report: unknown;
}
