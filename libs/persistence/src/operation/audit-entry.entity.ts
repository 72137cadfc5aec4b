import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What operators did by hand, and when. */
@Entity('audit_entry', { comment: 'What operators did by hand, and when. Rows are never removed.' })
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'timestamptz', precision: 3 }) at: Date;
  @Column('text', { comment: 'Who did it, as they say.' }) actor: string;
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
