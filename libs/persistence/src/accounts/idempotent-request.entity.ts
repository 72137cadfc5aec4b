import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** First answers of requests with an Idempotency-Key, sealed: an answer may contain a signing key. */
@Entity('idempotent_request', {
  comment: 'First answers of requests with an Idempotency-Key, sealed: an answer may contain a signing key.',
})
@Unique('idempotent_request_account_id_route_idempotency_key_key', ['accountId', 'route', 'idempotencyKey'])
@Index('idempotent_request_age', ['createdAt'])
export class IdempotentRequestEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text', { comment: 'Method and path. The same key on another route is another request.' }) route: string;
  @Column('text') idempotencyKey: string;
  @Column('bytea', { comment: 'SHA-256 of the body.' }) bodyHash: Buffer;
  @Column('bytea', { comment: 'AES-256-GCM, bound to table, column and row.' }) answer: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
