import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SecretKind } from '@gable/runtime';

/** Fingerprints of the secrets that this database was written with. */
@Entity('secret_key', { comment: 'Fingerprints of the secrets that this database was written with.' })
@Check('secret_key_kind_check', "kind in ('keyPepper', 'cursorSecret', 'signingKeyEncryptionKey')")
@Check('secret_key_state_check', "state in ('ACTIVE', 'READ', 'RETIRED')")
@Index('secret_key_active', ['kind'], { unique: true, where: "state = 'ACTIVE'" })
export class SecretKeyEntity {
  @PrimaryColumn('text') kind: SecretKind;
  @PrimaryColumn('text', { comment: 'The beginning of the fingerprint; what is sealed names its key by it.' })
  keyId: string;
  @Column('bytea', { comment: 'HMAC-SHA-256 under the secret; tells nothing of it.' }) fingerprint: Buffer;
  @Column('text', { comment: 'ACTIVE: written with. READ: something may stand under it. RETIRED: nothing does.' })
  state: 'ACTIVE' | 'READ' | 'RETIRED';
  @Column({ type: 'timestamptz', precision: 3 }) since: Date;
}
