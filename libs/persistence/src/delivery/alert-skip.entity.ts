import type { SkipReason } from '@gable/domain/delivery';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an alert has queued and may not send any more. */
@Entity('alert_skip', {
  comment:
    'Queued deliveries of an alert that may not go out any more, from the moment this row commits. The rows ' +
    'themselves ' +
    'are swept in portions.',
})
@Index('alert_skip_sweep', ['sweepAt'])
export class AlertSkipEntity {
  @PrimaryColumn('uuid') alertId: string;
  @PrimaryColumn('text', { comment: 'A SkipReason.' }) reason: SkipReason;
  @PrimaryColumn('smallint', {
    array: true,
    default: () => "'{}'",
    comment: 'Of RULE_OFF, sorted: deliveries of events of these types stay.',
  })
  notified: number[];
  @Column('integer', { comment: 'It ends deliveries with an earlier one.' }) epoch: number;
  @Column('uuid', { nullable: true, comment: 'The sweep has come to this event; null: to none.' })
  sweptTo: string | null;
  @Column('boolean', { default: false, comment: 'The sweep has met deliveries under way, and comes again.' })
  hasLeftOver: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) sweepAt: Date;
}
