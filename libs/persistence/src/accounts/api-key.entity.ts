import type { Role, Scope } from '@gable/domain';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** A key of an account. */
@Entity('api_key', { comment: 'A key of an account. Of its secret only an HMAC is kept.' })
@Check('api_key_role_check', "role in ('ROLE_API_CLIENT', 'ROLE_SAAS_USER', 'ROLE_FEED_PROVIDER')")
@Check('api_key_sources_check', "(role = 'ROLE_FEED_PROVIDER') = (cardinality(sources) > 0)")
@Check('api_key_requests_per_minute_check', 'requests_per_minute >= 0')
@Index('api_key_account', ['accountId'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('text', { unique: true, comment: 'The public part of the key, by which it is found.' }) keyId: string;
  @Column('bytea', { comment: 'HMAC-SHA-256 of the whole key with the pepper of the server.' }) secretHash: Buffer;
  @Column('text', { nullable: true, comment: 'Of the pepper of the hash; null: of any of the ring.' })
  pepperId: string | null;
  @Column('text') role: Role;
  @Column('text', { array: true, default: '{}', comment: 'Domains whose feeds a ROLE_FEED_PROVIDER may send.' })
  sources: string[];
  @Column('text') name: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
  @Column('integer', { nullable: true, comment: '0: any number; null: as its account says.' })
  requestsPerMinute: number | null;
  @Column('text', { array: true, default: '{}', comment: 'What it is narrowed to; none: all that its role may.' })
  scopes: Scope[];
}
