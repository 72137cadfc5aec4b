import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Who gets mails of which alert. */
@Entity('mail_subscription', { comment: 'Who gets mails of which alert.' })
@Index('mail_subscription_alert', ['alertId'])
export class MailSubscriptionEntity {
  @PrimaryColumn('bytea', { comment: 'Digest of the token in the links of the mails.' }) tokenHash: Buffer;
  @Column('uuid') alertId: string;
  @Column('text', { comment: 'In lower case.' }) address: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) unsubscribedAt: Date | null;
}
