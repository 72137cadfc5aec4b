import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { XID8 } from '../database/column-types.js';

/** Which transaction wrote which properties. Triggers on `property` write it; it is never empty. */
@Entity('property_write', {
  comment:
    'Which transaction wrote which properties: who holds properties in memory reads these again. Kept for an hour.',
})
@Index('property_write_xid', ['xid'])
export class PropertyWriteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: XID8, default: () => 'pg_current_xact_id()', comment: 'The transaction that wrote them.' })
  xid: string;
  @Column('uuid', { array: true, nullable: true, comment: 'Null: so many that all are to be read again.' })
  propertyIds: string[] | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' }) writtenAt: Date;
}
