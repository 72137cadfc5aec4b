import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';

/** Searches that vector tiles are asked of, each kept for an hour. */
@Entity('tile_search', { comment: 'Searches that vector tiles are asked of, each kept for an hour.' })
@Unique('tile_search_account_id_body_hash_key', ['accountId', 'bodyHash'])
@Index('tile_search_kept', ['accountId', 'expiresAt', 'id'])
@Index('tile_search_expired', ['expiresAt'])
export class TileSearchEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('bytea', { comment: 'SHA-256 of the body: the same search is kept once.' }) bodyHash: Buffer;
  @Column('text', { comment: 'JSON, as the account sent it.' }) body: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
