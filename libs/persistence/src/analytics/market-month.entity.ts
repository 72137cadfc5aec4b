import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Months of a city that are summed up or are to be. */
@Entity('market_month', { comment: 'Months of a city that are summed up or are to be.' })
export class MarketMonthEntity {
  @PrimaryColumn('bigint') cityId: number;
  @PrimaryColumn('integer', { comment: 'Months since the year 0, as in market_event.' }) eventMonth: number;
  @Column('bigint', { default: 0, comment: 'Rises with every write to the events of the month.' }) version: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' }) changedAt: Date;
}
