import { Column, Entity, PrimaryColumn } from 'typeorm';
import { XID8 } from '../database/column-types.js';

/** Which version of a month was summed up. */
@Entity('market_rollup_month', {
  comment:
    'Which version of a month was summed up. A month is answered from its rollup only where both versions ' +
    'are the same in the snapshot of the reader.',
})
export class MarketRollupMonthEntity {
  @PrimaryColumn('bigint') cityId: number;
  @PrimaryColumn('integer') eventMonth: number;
  @Column({
    type: XID8,
    comment:
      'Transactions before it may have written events without seeing that the month is listed: it is summed ' +
      'up once they have ended.',
  })
  fence: string;
  @Column('bigint', { nullable: true, comment: 'Null until it was summed up for the first time.' }) version:
    number | null;
  @Column('bigint', { default: 0 }) events: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) rolledUpAt: Date | null;
}
