import type { QuotaKind } from '@gable/domain';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** What an account has of something, and may have. */
@Entity('account_quota', {
  comment:
    'What an account has and may have of a kind. The row is the lock of whoever adds one: the last of a transaction.',
})
@Check('account_quota_kind_check', "kind in ('alerts', 'shapes', 'favorites', 'keys')")
@Check('account_quota_used_check', 'used >= 0')
@Check('account_quota_maximum_check', 'maximum >= 0')
export class AccountQuotaEntity {
  @PrimaryColumn('uuid') accountId: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account: Relation<AccountEntity>;
  @PrimaryColumn('text') kind: QuotaKind;
  @Column('integer', { default: 0, comment: 'Alerts and shapes that exist, favourites, keys that are not revoked.' })
  used: number;
  @Column('integer', { nullable: true, comment: 'Set by the operator for this account; null: as for all.' })
  maximum: number | null;
}
