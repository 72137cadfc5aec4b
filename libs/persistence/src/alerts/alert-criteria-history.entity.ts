import type { Criteria } from '@gable/domain/criteria';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AlertEntity } from './alert.entity.js';

/** The criteria of an alert before they were replaced: an event is explained by the criteria that made it. */
@Entity('alert_criteria_history', {
  comment: 'The criteria of an alert before they were replaced: an event is explained by the criteria that made it.',
})
export class AlertCriteriaHistoryEntity {
  @PrimaryColumn('uuid') alertId: string;
  @ManyToOne(() => AlertEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'alert_id' })
  alert: Relation<AlertEntity>;
  @PrimaryColumn('integer') criteriaVersion: number;
  @Column('json') criteria: Criteria;
}
