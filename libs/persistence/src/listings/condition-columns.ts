import { Column } from 'typeorm';

/**
 * The columns of a listing that conditions ask for. What it does not state is null.
 */
export class ConditionColumns {
  @Column('smallint', { nullable: true, comment: 'Place in TRANSACTION_TYPES.' }) transactionType: number | null;
  @Column('smallint', { nullable: true, comment: 'Place in PROPERTY_TYPES.' }) propertyType: number | null;
  @Column('text', { nullable: true, comment: 'ISO 4217.' }) currency: string | null;
  @Column('double precision', { nullable: true }) price: number | null;
  @Column('double precision', { nullable: true, comment: 'Square metres, as all areas.' }) area: number | null;
  @Column('double precision', { nullable: true }) areaIndoor: number | null;
  @Column('double precision', { nullable: true }) areaOutdoor: number | null;
  @Column('double precision', { nullable: true }) areaLand: number | null;
  @Column('double precision', { nullable: true }) areaBalcony: number | null;
  @Column('double precision', { nullable: true }) areaTerrace: number | null;
  @Column('double precision', { nullable: true }) areaGarden: number | null;
  @Column('double precision', { nullable: true }) charges: number | null;
  @Column('double precision', { nullable: true }) agencyFees: number | null;
  @Column('double precision', { nullable: true }) securityDeposit: number | null;
  @Column('double precision', { nullable: true, comment: 'WGS 84, degrees.' }) lat: number | null;
  @Column('double precision', { nullable: true, comment: 'WGS 84, degrees.' }) lng: number | null;
  @Column('integer', { nullable: true }) rooms: number | null;
  @Column('integer', { nullable: true }) bedrooms: number | null;
  @Column('integer', { nullable: true }) bathrooms: number | null;
  @Column('integer', { nullable: true }) floor: number | null;
  @Column('integer', { nullable: true }) constructionYear: number | null;
  @Column('integer', { nullable: true }) renovationYear: number | null;
  @Column('integer', { nullable: true }) lots: number | null;
  @Column('boolean', { nullable: true }) furnished: boolean | null;
  @Column('boolean', { nullable: true }) disabledAccess: boolean | null;
  @Column('boolean', { nullable: true }) equippedKitchen: boolean | null;
  @Column('boolean', { nullable: true }) balcony: boolean | null;
  @Column('boolean', { nullable: true }) terrace: boolean | null;
  @Column('boolean', { nullable: true }) garden: boolean | null;
  @Column('boolean', { nullable: true }) cellar: boolean | null;
  @Column('boolean', { nullable: true }) lastFloor: boolean | null;
  @Column('boolean', { nullable: true }) elevator: boolean | null;
  @Column('boolean', { nullable: true }) intercom: boolean | null;
  @Column('boolean', { nullable: true }) gym: boolean | null;
  @Column('boolean', { nullable: true }) swimmingPool: boolean | null;
  @Column('boolean', { nullable: true }) parking: boolean | null;
  @Column('boolean', { nullable: true }) chargesIncluded: boolean | null;
  @Column('boolean', { nullable: true }) feesIncluded: boolean | null;
  @Column('bigint', { array: true, default: () => "'{}'", comment: 'All divisions it lies in, at every level.' })
  divisionIds: number[];
  @Column('bigint', { nullable: true }) countryId: number | null;
  @Column('bigint', { nullable: true }) regionId: number | null;
  @Column('bigint', { nullable: true }) departmentId: number | null;
  @Column('bigint', { nullable: true }) cityId: number | null;
  @Column('bigint', { nullable: true }) districtId: number | null;
  @Column('bigint', { nullable: true }) neighborhoodId: number | null;
  @Column('double precision', { nullable: true, comment: 'Displayed price by displayed area.' })
  pricePerSquareMeter: number | null;
  @Column('integer', { nullable: true, comment: 'How many it shows.' }) pictures: number | null;
  @Column('double precision', { nullable: true, comment: 'Epoch milliseconds, as all instants that ranges ask for.' })
  publishedAt: number | null;
  @Column('double precision', { nullable: true }) firstSeenAt: number | null;
  @Column('double precision', { nullable: true }) lastChangedAt: number | null;
  @Column('double precision', { nullable: true, comment: 'Against the first price; below 0 where it rose.' })
  priceCutPercent: number | null;
  @Column('double precision', { nullable: true }) priceCutAmount: number | null;
  @Column('double precision', { nullable: true, comment: 'Against the price before.' })
  lastPriceCutPercent: number | null;
  @Column('double precision', { nullable: true }) lastPriceCutAmount: number | null;
  @Column('smallint', { nullable: true, comment: 'Its place in its list of words, as all that follow.' })
  publisherType: number | null;
  @Column('smallint', { nullable: true }) transactionStatus: number | null;
  @Column('smallint', { nullable: true }) saleType: number | null;
  @Column('smallint', { nullable: true }) mandateType: number | null;
  @Column('smallint', { nullable: true }) condition: number | null;
  @Column('smallint', { nullable: true }) dpe: number | null;
  @Column('smallint', { nullable: true }) ghg: number | null;
  @Column('smallint', { nullable: true }) heatingSystem: number | null;
  @Column('smallint', { nullable: true }) energyCarrier: number | null;
  @Column('smallint', { nullable: true }) locationAccuracy: number | null;
  @Column('text', { nullable: true }) postalCode: string | null;
}
