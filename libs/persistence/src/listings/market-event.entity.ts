import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ListingEntity } from './listing.entity.js';

/** What analytics count: appearances, changes of price and disappearances of listings. */
@Entity('market_event', {
  comment:
    'What analytics count: appearances, changes of price and disappearances of listings. Words are stored ' +
    'as their place in the list of the domain.',
})
@Index('market_event_at', { synchronize: false }) // has storage parameters
@Index('market_event_market', { synchronize: false }) // has included columns
export class MarketEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('uuid') listingId: string;
  @ManyToOne(() => ListingEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<ListingEntity>;
  @Column('integer') revisionId: number;
  @Column('uuid') propertyId: string;
  @Column('uuid') sourceId: string;
  @Column('smallint', { comment: 'Place in MARKET_EVENT_TYPES.' }) eventType: number;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When the source saw the state that caused it.' })
  eventAt: Date;
  @Column('double precision', { nullable: true, comment: 'Since the event before of the listing; null for its first.' })
  daysBetweenEvents: number | null;
  @Column('double precision', {
    nullable: true,
    comment: 'Since the first state of the listing; null in events of releases that did not write it.',
  })
  daysSinceFirstSeen: number | null;
  @Column('smallint', { nullable: true }) transactionType: number | null;
  @Column('smallint', { nullable: true }) propertyType: number | null;
  @Column('bigint', { nullable: true }) cityId: number | null;
  @Column('bigint', { nullable: true }) districtId: number | null;
  @Column('bigint', { nullable: true }) neighborhoodId: number | null;
  @Column('double precision', { nullable: true }) lat: number | null;
  @Column('double precision', { nullable: true }) lng: number | null;
  @Column('double precision', {
    nullable: true,
    comment: 'Without the fees of the agency where the listing says that they are included.',
  })
  price: number | null;
  @Column('double precision', { nullable: true, comment: 'As the listing says.' }) priceDisplayed: number | null;
  @Column('double precision', { nullable: true, comment: 'Displayed price by area.' }) pricePerSqm: number | null;
  @Column('text', { nullable: true }) priceCurrency: string | null;
  @Column('double precision', { nullable: true, comment: 'Indoor area.' }) area: number | null;
  @Column('double precision', { nullable: true, comment: 'As the listing says.' }) areaDisplayed: number | null;
  @Column('integer', { nullable: true }) rooms: number | null;
  @Column('integer', { nullable: true }) bedrooms: number | null;
  @Column('smallint', { nullable: true }) dpeEnergyRating: number | null;
  @Column('smallint', { nullable: true }) dpeGhgRating: number | null;
  @Column('smallint', { nullable: true }) publisherType: number | null;
  @Column('smallint', { nullable: true }) transactionStatus: number | null;
  @Column('smallint', { nullable: true }) saleType: number | null;
  @Column('smallint', { nullable: true }) mandateType: number | null;
  @Column('smallint', { nullable: true }) condition: number | null;
  @Column('smallint', { nullable: true }) locationAccuracy: number | null;
  @Column('smallint', { nullable: true }) heatingSystem: number | null;
  @Column('smallint', { nullable: true }) energyCarrier: number | null;
  @Column({
    type: 'integer',
    generatedType: 'STORED',
    asExpression: "(((event_at AT TIME ZONE 'UTC'::text))::date - '2000-01-01'::date)",
    insert: false,
    update: false,
    comment: 'Days since 2000-01-01, UTC.',
  })
  eventDay: number;
  @Column({
    type: 'integer',
    generatedType: 'STORED',
    asExpression:
      "((((date_part('year'::text, (event_at AT TIME ZONE 'UTC'::text)) * (12)::double precision) + " +
      "date_part('month'::text, (event_at AT TIME ZONE 'UTC'::text))) - (1)::double precision))::integer",
    insert: false,
    update: false,
    comment: 'Months since the year 0, UTC.',
  })
  eventMonth: number;
}
