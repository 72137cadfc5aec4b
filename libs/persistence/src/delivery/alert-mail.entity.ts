import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When an alert may send its next mail. */
@Entity('alert_mail', { comment: 'When an alert may send its next mail.' })
export class AlertMailEntity {
  @PrimaryColumn('uuid') alertId: string;
  @Column({ type: 'timestamptz', precision: 3 }) nextMailAt: Date;
  @Column('uuid', { nullable: true, comment: 'The mail that was taken and has not ended.' }) deliveryId: string | null;
}
