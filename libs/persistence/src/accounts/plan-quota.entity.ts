import type { QuotaKind } from '@gable/domain';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PlanEntity } from './plan.entity.js';

/** What accounts of a plan may have of something. */
@Entity('plan_quota', {
  comment: 'What accounts of a plan may have of a kind; without a row: as the setting says.',
})
@Check('plan_quota_kind_check', "kind in ('alerts', 'shapes', 'favorites', 'keys')")
@Check('plan_quota_maximum_check', 'maximum >= 0')
export class PlanQuotaEntity {
  @PrimaryColumn('text') plan: string;
  @ManyToOne(() => PlanEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'plan' })
  itsPlan: Relation<PlanEntity>;
  @PrimaryColumn('text') kind: QuotaKind;
  @Column('integer') maximum: number;
}
