import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import { PropertyEntity } from './property.entity.js';

/** Properties that accounts keep. */
@Entity('favorite_property', { comment: 'Properties that accounts keep.' })
@Unique('favorite_property_account_id_property_id_key', ['accountId', 'propertyId'])
@Index('favorite_property_listed', ['accountId', 'id'])
@Index('favorite_property_property', ['propertyId'])
export class FavoritePropertyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @ManyToOne(() => AccountEntity) @JoinColumn({ name: 'account_id' }) account: Relation<AccountEntity>;
  @Column('uuid') propertyId: string;
  @ManyToOne(() => PropertyEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'property_id' })
  property: Relation<PropertyEntity>;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
