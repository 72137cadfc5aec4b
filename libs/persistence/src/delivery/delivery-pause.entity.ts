import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** While its row is there, no worker sends anything. */
@Entity('delivery_pause', {
  comment: 'While its row is there, no worker sends anything. Written under an advisory lock that claims share.',
})
@Check('delivery_pause_only_row_check', 'only_row')
export class DeliveryPauseEntity {
  @PrimaryColumn('boolean', { default: true, comment: 'Always true.' }) onlyRow: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) pausedAt: Date;
  @Column('text', { comment: 'Who or what did it, for people.' }) pausedBy: string;
}
