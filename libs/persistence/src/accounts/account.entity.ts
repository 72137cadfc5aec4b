import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The customer. */
@Entity('account')
export class AccountEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('timestamptz', { name: 'blocked_at', nullable: true }) blockedAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
