import type { Listing } from '@gable/domain/listing';
import { describeProperty } from './describe-property.js';
import { tidy } from './generate-properties.js';
import type { DemoProperty } from './demo-property.js';
import { round } from './outline.js';
import type { Random } from './random.js';
import { PORTALS, PRIVATE_PORTAL, publishersOf, type DemoSource, type Publisher } from './sources.js';

/** One publisher's view of a property: its price, its figures, its words, and where it publishes them. */
export interface Mandate {
  publisher: Publisher;
  /** All that the publisher says; a source may show less. Without url, place and pictures, which are the source's. */
  listing: Listing;
  /** Names of the publisher's photographs. */
  photographs: string[];
  sources: DemoSource[];
}

const PRIVATELY_OFFERED = new Set(['FLAT', 'HOUSE', 'PARKING', 'LAND']);

/** Whoever offers the property; together they publish about 1.6 listings of it. */
export function generateMandates(property: DemoProperty, random: Random): Mandate[] {
  const listings = random.weighted([
    [1, 60],
    [2, 24],
    [3, 11],
    [4, 5],
  ] as const);
  const count = random.integer(1, Math.min(listings, 3));
  const isPrivate = PRIVATELY_OFFERED.has(property.propertyType) && random.chance(0.12);
  const publishers = publishersOf(property.town.department, random).slice(0, count);
  if (isPrivate) publishers[0] = { name: 'Particulier', type: 'PRIVATE_INDIVIDUAL' };
  return publishers.map((publisher, place) => {
    const share = Math.floor(listings / count) + (place < listings % count ? 1 : 0);
    const listing =
      listings > 1 && place > 0
        ? seenAnew(stated(property, publisher, count, random), random)
        : stated(property, publisher, count, random);
    Object.assign(listing, describeProperty(property, listing, random));
    const photographs = Array.from({ length: random.chance(0.06) ? 0 : random.integer(2, 11) }, () =>
      random.integer(0x10000000, 0xffffffff).toString(16),
    );
    return { publisher, listing, photographs, sources: sourcesOf(publisher, share, random) };
  });
}

function sourcesOf(publisher: Publisher, count: number, random: Random): DemoSource[] {
  const own = publisher.type === 'PRIVATE_INDIVIDUAL' ? PRIVATE_PORTAL : publisher.source;
  const sources: DemoSource[] = own && random.chance(publisher.type === 'PRIVATE_INDIVIDUAL' ? 0.75 : 0.4) ? [own] : [];
  while (sources.length < count) {
    const source = random.weighted(PORTALS);
    if (!sources.includes(source)) sources.push(source);
  }
  return sources;
}

/** The property as the publisher states it. Which facts it does not know is its own chance. */
function stated(property: DemoProperty, publisher: Publisher, mandates: number, random: Random): Listing {
  const sells = property.transactionType === 'SELL';
  const exact = random.chance(0.35);
  const listing: Listing = {
    transactionType: property.transactionType,
    propertyType: property.propertyType,
    price: property.price,
    currency: 'EUR',
    publisher:
      publisher.type === 'PRIVATE_INDIVIDUAL'
        ? { type: publisher.type }
        : { type: publisher.type, name: publisher.name },
    area: round(property.area, exact ? 1 : 0),
    areas: areasOf(property),
    pricing: pricingOf(property, publisher, random),
    features: property.features,
  };
  if (sells) listing.saleType = property.lifeAnnuity ? 'LIFE_ANNUITY' : 'STANDARD';
  if (sells && publisher.type !== 'PRIVATE_INDIVIDUAL' && random.chance(0.6))
    listing.mandateType =
      mandates > 1 ? 'NON_EXCLUSIVE' : random.pick(['EXCLUSIVE', 'SEMI_EXCLUSIVE', 'NON_EXCLUSIVE'] as const);
  if (property.propertyType === 'PARKING' && random.chance(0.5)) delete listing.area;
  for (const count of ['rooms', 'bedrooms', 'bathrooms', 'floor'] as const)
    if (property[count] !== undefined) listing[count] = property[count];
  if (property.constructionYear === undefined) return listing;
  if (property.propertyType !== 'PARKING') listing.condition = property.condition;
  listing.building = {
    ...(random.chance(0.75) && { constructionYear: property.constructionYear }),
    ...(property.lots && { lots: property.lots }),
    ...(property.renovationYear && { renovationYear: property.renovationYear }),
  };
  if (property.energy) listing.energy = property.energy;
  return listing;
}

/** What a second agency does differently: another price, its own measuring, a year that is only about right. */
function seenAnew(listing: Listing, random: Random): Listing {
  listing.price = tidy(
    (listing.price as number) *
      random.weighted([
        [1, 30],
        [random.between(0.97, 1.035), 60],
        [random.between(0.93, 1.07), 10],
      ]),
  );
  if (random.chance(0.25) && listing.area) listing.area = round(listing.area * random.between(0.992, 1.008), 0);
  if (listing.building?.constructionYear && random.chance(0.15))
    listing.building.constructionYear = Math.floor(listing.building.constructionYear / 5) * 5;
  return listing;
}

function areasOf(property: DemoProperty): NonNullable<Listing['areas']> {
  const { land, balconyArea: balcony, terraceArea: terrace, gardenArea: garden } = property;
  const outdoor = (balcony ?? 0) + (terrace ?? 0) + (garden ?? 0);
  return {
    ...(property.propertyType !== 'LAND' && property.propertyType !== 'PARKING' && { indoor: round(property.area, 0) }),
    ...(outdoor > 0 && { outdoor }),
    ...(land && { land }),
    ...(balcony && { balcony }),
    ...(terrace && { terrace }),
    ...(garden && { garden }),
  };
}

function pricingOf(property: DemoProperty, publisher: Publisher, random: Random): NonNullable<Listing['pricing']> {
  const isPrivate = publisher.type === 'PRIVATE_INDIVIDUAL';
  const charges = property.charges && { charges: property.charges };
  if (property.transactionType === 'SELL') {
    if (isPrivate) return { ...charges };
    return {
      ...charges,
      agencyFees: tidy(property.price * random.between(0.03, 0.06)),
      feesIncluded: random.chance(0.85),
    };
  }
  const fees = isPrivate ? {} : { agencyFees: round(property.area * random.pick([11, 13, 15]), 0) };
  return {
    ...charges,
    ...fees,
    chargesIncluded: random.chance(0.65),
    securityDeposit: round(property.price * (property.features.furnished ? 2 : 1), 0),
  };
}
