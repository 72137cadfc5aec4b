import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DeliveryEndpointEntity } from './delivery-endpoint.entity.js';

/** Addresses that were asked to confirm, one row per account and address. */
@Entity('mail_confirmation', { comment: 'Addresses that were asked to confirm, one row per account and address.' })
@Index('mail_confirmation_account', ['accountId', 'triedAt'])
@Index('mail_confirmation_address', { synchronize: false }) // is over an expression
@Index('mail_confirmation_due', ['dueAt'], { where: 'due_at is not null' })
export class MailConfirmationEntity {
  @PrimaryColumn('bigint') endpointId: number;
  @ManyToOne(() => DeliveryEndpointEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: Relation<DeliveryEndpointEntity>;
  @Column('uuid') accountId: string;
  @Column('text') address: string;
  @Column({ type: 'timestamptz', precision: 3 }) firstAskedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When the newest mail was asked for.' }) askedAt: Date;
  @Column('uuid', { comment: 'Its Message-ID, the same on every attempt.' }) mailId: string;
  @Column('integer', { comment: 'Number of mails so far.' }) mails: number;
  @Column({ type: 'timestamptz', precision: 3, comment: 'Who asks before that gets no further mail.' }) againAt: Date;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'When the newest mail is to be tried next; null: it went out, or was given up.',
  })
  dueAt: Date | null;
  @Column('integer', { default: 0 }) attempts: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) triedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) sentAt: Date | null;
}
