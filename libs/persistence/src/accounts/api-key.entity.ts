import type { Role } from '@gable/domain';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** A key of an account. */
@Entity('api_key', { comment: 'A key of an account. Of its secret only an HMAC is kept.' })
@Check('api_key_role_check', "role in ('ROLE_API_CLIENT', 'ROLE_SAAS_USER')")
@Index('api_key_account', ['accountId'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('text', { unique: true, comment: 'The public part of the key, by which it is found.' }) keyId: string;
  @Column('bytea', { comment: 'HMAC-SHA-256 of the whole key with the pepper of the server.' }) secretHash: Buffer;
  @Column('text') role: Role;
  @Column('text') name: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
}
