import type { StoredCriteria } from '@gable/domain/criteria';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AlertEntity } from './alert.entity.js';

/** The criteria of an alert before it was given others or removed: its events are explained by them. */
@Entity('alert_criteria_history', {
  comment: 'The criteria of an alert before it was given others or removed: its events are explained by them.',
})
@Index('alert_criteria_history_shapes', ['shapeIds'], { where: "shape_ids <> '{}'", type: 'gin' })
@Index('alert_criteria_history_unsettled', ['replacedAt'], { where: 'explains is null and replaced_at is not null' })
export class AlertCriteriaHistoryEntity {
  @PrimaryColumn('uuid') alertId: string;
  @ManyToOne(() => AlertEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'alert_id' })
  alert: Relation<AlertEntity>;
  @PrimaryColumn('integer') criteriaVersion: number;
  @Column('json') criteria: StoredCriteria;
  @Column('uuid', { array: true, default: () => "'{}'", comment: 'Shapes that the criteria use.' }) shapeIds: string[];
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    default: () => 'clock_timestamp()',
    comment: 'Null: before this was kept.',
  })
  replacedAt: Date | null;
  @Column('boolean', {
    nullable: true,
    comment: 'Whether events were made by them; null: not looked at yet. Those that made none are removed.',
  })
  explains: boolean | null;
}
