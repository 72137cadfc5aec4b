import type { Role } from '@gable/domain';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** A key of an account. Of its secret only an HMAC is kept. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  /** The public part of the key, by which it is found. */
  @Column('text', { name: 'key_id' }) keyId: string;
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  @Column('text') role: Role;
  @Column('text') name: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
}
