import type { Listing } from '@gable/domain/listing';
import { describeHome } from './describe-home.js';
import { tidy } from './generate-homes.js';
import type { Home } from './home.js';
import { round } from './outline.js';
import type { Random } from './random.js';
import { PORTALS, PRIVATE_PORTAL, publishersOf, type DemoSource, type Publisher } from './sources.js';

/** One publisher's view of a home: its price, its figures, its words, and where it publishes them. */
export interface Mandate {
  publisher: Publisher;
  /** All that the publisher says; a source may show less. Without url, place and pictures, which are the source's. */
  advert: Listing;
  /** Names of the publisher's photographs. */
  photographs: string[];
  sources: DemoSource[];
}

const PRIVATELY_OFFERED = new Set(['FLAT', 'HOUSE', 'PARKING', 'LAND']);

/** Whoever offers the home; together they publish about 1.6 adverts of it. */
export function generateMandates(home: Home, random: Random): Mandate[] {
  const adverts = random.weighted([
    [1, 60],
    [2, 24],
    [3, 11],
    [4, 5],
  ] as const);
  const count = random.integer(1, Math.min(adverts, 3));
  const isPrivate = PRIVATELY_OFFERED.has(home.propertyType) && random.chance(0.12);
  const publishers = publishersOf(home.town.department, random).slice(0, count);
  if (isPrivate) publishers[0] = { name: 'Particulier', type: 'PRIVATE_INDIVIDUAL' };
  return publishers.map((publisher, place) => {
    const share = Math.floor(adverts / count) + (place < adverts % count ? 1 : 0);
    const advert =
      adverts > 1 && place > 0
        ? seenAnew(stated(home, publisher, count, random), random)
        : stated(home, publisher, count, random);
    Object.assign(advert, describeHome(home, advert, random));
    const photographs = Array.from({ length: random.chance(0.06) ? 0 : random.integer(2, 11) }, () =>
      random.integer(0x10000000, 0xffffffff).toString(16),
    );
    return { publisher, advert, photographs, sources: sourcesOf(publisher, share, random) };
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

/** The home as the publisher states it. Which facts it does not know is its own chance. */
function stated(home: Home, publisher: Publisher, mandates: number, random: Random): Listing {
  const sells = home.transactionType === 'SELL';
  const exact = random.chance(0.35);
  const advert: Listing = {
    transactionType: home.transactionType,
    propertyType: home.propertyType,
    price: home.price,
    currency: 'EUR',
    publisher:
      publisher.type === 'PRIVATE_INDIVIDUAL'
        ? { type: publisher.type }
        : { type: publisher.type, name: publisher.name },
    area: round(home.area, exact ? 1 : 0),
    areas: areasOf(home),
    pricing: pricingOf(home, publisher, random),
    features: home.features,
  };
  if (sells) advert.saleType = home.lifeAnnuity ? 'LIFE_ANNUITY' : 'STANDARD';
  if (sells && publisher.type !== 'PRIVATE_INDIVIDUAL' && random.chance(0.6))
    advert.mandateType =
      mandates > 1 ? 'NON_EXCLUSIVE' : random.pick(['EXCLUSIVE', 'SEMI_EXCLUSIVE', 'NON_EXCLUSIVE'] as const);
  if (home.propertyType === 'PARKING' && random.chance(0.5)) delete advert.area;
  for (const count of ['rooms', 'bedrooms', 'bathrooms', 'floor'] as const)
    if (home[count] !== undefined) advert[count] = home[count];
  if (home.constructionYear === undefined) return advert;
  if (home.propertyType !== 'PARKING') advert.condition = home.condition;
  advert.building = {
    ...(random.chance(0.75) && { constructionYear: home.constructionYear }),
    ...(home.lots && { lots: home.lots }),
    ...(home.renovationYear && { renovationYear: home.renovationYear }),
  };
  if (home.energy) advert.energy = home.energy;
  return advert;
}

/** What a second agency does differently: another price, its own measuring, a year that is only about right. */
function seenAnew(advert: Listing, random: Random): Listing {
  advert.price = tidy(
    (advert.price as number) *
      random.weighted([
        [1, 30],
        [random.between(0.97, 1.035), 60],
        [random.between(0.93, 1.07), 10],
      ]),
  );
  if (random.chance(0.25) && advert.area) advert.area = round(advert.area * random.between(0.992, 1.008), 0);
  if (advert.building?.constructionYear && random.chance(0.15))
    advert.building.constructionYear = Math.floor(advert.building.constructionYear / 5) * 5;
  return advert;
}

function areasOf(home: Home): NonNullable<Listing['areas']> {
  const { land, balconyArea: balcony, terraceArea: terrace, gardenArea: garden } = home;
  const outdoor = (balcony ?? 0) + (terrace ?? 0) + (garden ?? 0);
  return {
    ...(home.propertyType !== 'LAND' && home.propertyType !== 'PARKING' && { indoor: round(home.area, 0) }),
    ...(outdoor > 0 && { outdoor }),
    ...(land && { land }),
    ...(balcony && { balcony }),
    ...(terrace && { terrace }),
    ...(garden && { garden }),
  };
}

function pricingOf(home: Home, publisher: Publisher, random: Random): NonNullable<Listing['pricing']> {
  const isPrivate = publisher.type === 'PRIVATE_INDIVIDUAL';
  const charges = home.charges && { charges: home.charges };
  if (home.transactionType === 'SELL') {
    if (isPrivate) return { ...charges };
    return { ...charges, agencyFees: tidy(home.price * random.between(0.03, 0.06)), feesIncluded: random.chance(0.85) };
  }
  const fees = isPrivate ? {} : { agencyFees: round(home.area * random.pick([11, 13, 15]), 0) };
  return {
    ...charges,
    ...fees,
    chargesIncluded: random.chance(0.65),
    securityDeposit: round(home.price * (home.features.furnished ? 2 : 1), 0),
  };
}
