import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The customer. */
@Entity('account', { comment: 'The customer.' })
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { unique: true }) name: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, comment: 'Set while none of its keys is admitted.' })
  blockedAt: Date | null;
  @Column({
    type: 'timestamptz',
    precision: 3,
    nullable: true,
    comment: 'Set when all that it had is gone: the row stays while removed alerts name it.',
  })
  erasedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
