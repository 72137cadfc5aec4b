import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Limits that accounts share. */
@Entity('plan', { comment: 'Limits that accounts share. What an account or a key says of itself comes first.' })
@Check('plan_requests_per_minute_check', 'requests_per_minute >= 0')
export class PlanEntity {
  @PrimaryColumn('text') name: string;
  @Column('integer', { nullable: true, comment: 'Of each key; 0: any number; null: as the setting says.' })
  requestsPerMinute: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
