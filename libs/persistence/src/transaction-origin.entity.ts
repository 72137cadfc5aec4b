import { Entity, PrimaryColumn } from 'typeorm';

/** The server whose transaction ids stand in these tables: on another one, after a restore, they mean nothing. */
@Entity('transaction_origin', {
  comment:
    'The server whose transaction ids stand in these tables: on another one, after a restore, they mean nothing.',
})
export class TransactionOriginEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('text', { comment: 'Of pg_control_system().' }) systemIdentifier: string;
}
