import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What operators did by hand, and what keys of accounts changed. */
@Entity('audit_entry', {
  comment: 'What operators did by hand, and what keys of accounts changed. Ids and times; rows are never removed.',
})
@Index('audit_entry_account', ['accountId', 'id'], { where: 'account_id is not null' })
@Index('audit_entry_by_hand', ['id'], { where: 'api_key_id is null' })
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'timestamptz', precision: 3 }) at: Date;
  @Column('text', { comment: 'Who did it, as they say.' }) actor: string;
  @Column('uuid', { nullable: true, comment: 'The account that it concerns and that may read it.' })
  accountId: string | null;
  @Column('uuid', { nullable: true, comment: 'The key that did it; null: an operator, by hand.' })
  apiKeyId: string | null;
  @Column('text') action: string;
  @Column('jsonb') subject: unknown;
  @Column('jsonb', { comment: 'How far it came, kept with each portion.' }) outcome: unknown;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Null while it is under way, and where it was interrupted.',
  })
  finishedAt: Date | null;
}
