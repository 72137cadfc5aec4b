import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The sums of a month, one row for each combination of the three types; null is a value of its own. */
@Entity('market_rollup', {
  comment:
    'The sums of a month, one row for each combination of the three types; null is a value of its own. ' +
    'Values stand sorted, 8 bytes each, most significant first.',
})
@Index('market_rollup_group', { synchronize: false }) // takes nulls for equal
export class MarketRollupEntity {
  // The table has no key. TypeORM needs one.
  @PrimaryColumn('bigint') cityId: number;
  @PrimaryColumn('integer') eventMonth: number;
  @Column('smallint', { nullable: true }) transactionType: number | null;
  @Column('smallint', { nullable: true }) propertyType: number | null;
  @PrimaryColumn('smallint') eventType: number;
  @Column('bigint') events: number;
  @Column({ type: 'timestamptz', precision: 3 }) firstAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastAt: Date;
  @Column('bigint') priceN: number;
  @Column('double precision', { nullable: true }) priceSum: number | null;
  @Column('double precision', { nullable: true }) priceMin: number | null;
  @Column('double precision', { nullable: true }) priceMax: number | null;
  @Column('bigint') priceDisplayedN: number;
  @Column('double precision', { nullable: true }) priceDisplayedSum: number | null;
  @Column('double precision', { nullable: true }) priceDisplayedMin: number | null;
  @Column('double precision', { nullable: true }) priceDisplayedMax: number | null;
  @Column('bigint') pricePerSqmN: number;
  @Column('double precision', { nullable: true }) pricePerSqmSum: number | null;
  @Column('double precision', { nullable: true }) pricePerSqmMin: number | null;
  @Column('double precision', { nullable: true }) pricePerSqmMax: number | null;
  @Column('bigint') areaN: number;
  @Column('double precision', { nullable: true }) areaSum: number | null;
  @Column('double precision', { nullable: true }) areaMin: number | null;
  @Column('double precision', { nullable: true }) areaMax: number | null;
  @Column('bigint') areaDisplayedN: number;
  @Column('double precision', { nullable: true }) areaDisplayedSum: number | null;
  @Column('double precision', { nullable: true }) areaDisplayedMin: number | null;
  @Column('double precision', { nullable: true }) areaDisplayedMax: number | null;
  @Column('bigint') roomsN: number;
  @Column('double precision', { nullable: true }) roomsSum: number | null;
  @Column('double precision', { nullable: true }) roomsMin: number | null;
  @Column('double precision', { nullable: true }) roomsMax: number | null;
  @Column('bigint') bedroomsN: number;
  @Column('double precision', { nullable: true }) bedroomsSum: number | null;
  @Column('double precision', { nullable: true }) bedroomsMin: number | null;
  @Column('double precision', { nullable: true }) bedroomsMax: number | null;
  @Column('bigint') daysBetweenEventsN: number;
  @Column('double precision', { nullable: true }) daysBetweenEventsSum: number | null;
  @Column('double precision', { nullable: true }) daysBetweenEventsMin: number | null;
  @Column('double precision', { nullable: true }) daysBetweenEventsMax: number | null;
  @Column('bytea', { nullable: true }) priceValues: Buffer | null;
  @Column('bytea', { nullable: true }) priceDisplayedValues: Buffer | null;
  @Column('bytea', { nullable: true }) pricePerSqmValues: Buffer | null;
  @Column('bytea', { nullable: true }) areaValues: Buffer | null;
  @Column('bytea', { nullable: true }) areaDisplayedValues: Buffer | null;
  @Column('bytea', { nullable: true }) roomsValues: Buffer | null;
  @Column('bytea', { nullable: true }) bedroomsValues: Buffer | null;
  @Column('bytea', { nullable: true }) daysBetweenEventsValues: Buffer | null;
}
