import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What was set aside with its reason, so that the rest could go on. */
@Entity('dead_letter', { comment: 'What was set aside with its reason, so that the rest could go on.' })
@Check('dead_letter_kind_check', "kind in ('CHANGE', 'ALERT')")
@Index('dead_letter_once', { synchronize: false }) // is over an expression
export class DeadLetterEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') kind: 'CHANGE' | 'ALERT';
  @Column('jsonb', { comment: 'The change or the alert. A change keeps all that listing_change says of it.' })
  subject: unknown;
  @Column('text') reason: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
