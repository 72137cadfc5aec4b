import type { Feature, FeedState, Listing, ListingLocation } from '@gable/domain/listing';
import type { DemoProperty } from './demo-property.js';
import { tidy } from './generate-properties.js';
import { HISTORY_DAYS, type PropertyHistory } from './generate-history.js';
import type { Mandate } from './generate-mandates.js';
import { offset } from './outline.js';
import type { Random } from './random.js';
import type { DemoSource } from './sources.js';

/** A line of a feed as it stands in a file: the identity beside the attributes. */
export type FeedLine = Omit<FeedState, 'listing'> & Listing;

interface ShownListing {
  source: DemoSource;
  externalId: string;
  shown: Listing;
  price: number;
  /** Price on request. */
  hidesPrice: boolean;
}

const DAY_MS = 86_400_000;
/** Listings that are withdrawn and published anew under another number, to stand on top again. */
const RELISTED = 0.04;

/** All states of all listings that a publisher has of a property. */
export function generateListings(
  property: DemoProperty,
  mandate: Mandate,
  history: PropertyHistory,
  reference: Date,
  random: Random,
): FeedLine[] {
  return mandate.sources.flatMap((source) => {
    const hidesPrice =
      property.transactionType === 'SELL' &&
      random.chance(property.propertyType === 'FLAT' || property.propertyType === 'HOUSE' ? 0.005 : 0.06);
    const price = mandate.listing.price as number;
    const listing: ShownListing = {
      source,
      externalId: numberFor(source, random),
      shown: show(property, mandate, source, random),
      price,
      hidesPrice,
    };
    // Every source shows things a little later, but of nothing before it knows the property.
    const lag = Math.min(random.between(0, 6) * random.next(), history.age * 0.5);
    const later = {
      age: history.age - lag,
      happenings: history.happenings.map((each) => ({ ...each, age: each.age - random.between(0, 1.5) })),
    };
    const relistAt = later.age > 30 && random.chance(RELISTED) ? random.between(0.3, 0.6) * later.age : undefined;
    if (relistAt === undefined) return statesOf(listing, later, reference, random);
    const before = {
      ...later,
      happenings: [
        ...later.happenings.filter(({ age }) => age > relistAt + 3),
        { age: relistAt + 2, what: 'REMOVED' as const, factor: 1 },
      ],
    };
    const first = statesOf(listing, before, reference, random);
    const last = first.findLast(({ status }) => status === 'ONLINE');
    const anew = { ...listing, externalId: numberFor(source, random), price: last?.price ?? price };
    return [
      ...first,
      ...statesOf(
        anew,
        { age: relistAt, happenings: later.happenings.filter(({ age }) => age < relistAt) },
        reference,
        random,
      ),
    ];
  });
}

/** The states of one listing, oldest first; none lies after the reference. */
function statesOf(listing: ShownListing, history: PropertyHistory, reference: Date, random: Random): FeedLine[] {
  const {
    source: { domain, name },
    externalId,
  } = listing;
  const lines: FeedLine[] = [];
  let { price } = listing;
  let shown: Listing = {
    ...listing.shown,
    url: `https://www.${domain}/annonce/${externalId}`,
    publishedAt: instant(reference, history.age + random.between(0.01, 0.4)),
  };
  let online = true;
  let latest = Infinity;
  const state = (age: number): void => {
    latest = age;
    const identity = { source: { domain, name }, externalId, observedAt: instant(reference, age) };
    lines.push(
      online
        ? { ...identity, status: 'ONLINE', ...shown, ...(!listing.hidesPrice && { price }) }
        : { ...identity, status: 'OFFLINE' },
    );
  };
  state(Math.min(history.age, HISTORY_DAYS));
  for (const { age, what, factor } of history.happenings.toSorted((one, other) => other.age - one.age)) {
    // Not yet seen, or so soon after the state before that the source never showed that one.
    if (age < 0.01 || age > latest - 0.01) continue;
    if (what === 'BACK' ? online : !online) continue;
    const before = { price, status: shown.transactionStatus };
    if (what === 'PRICE' || what === 'BACK') price = tidy(price * factor);
    // A change that the listing does not show is none.
    if (what === 'PRICE' && (listing.hidesPrice || price === before.price)) continue;
    if (what === 'PRICE' && factor < 1) shown = { ...shown, ...retitle(shown, random) };
    if (shown.transactionStatus)
      shown = { ...shown, transactionStatus: what === 'OFFER' ? 'UNDER_OFFER' : 'AVAILABLE' };
    if (what === 'OFFER' && shown.transactionStatus === before.status) continue;
    online = what !== 'REMOVED';
    state(age);
  }
  return lines;
}

function retitle({ title }: Listing, random: Random): Pick<Listing, 'title'> {
  return title && !title.startsWith('Baisse') && random.chance(0.25)
    ? { title: `Baisse de prix : ${title}` }
    : { title };
}

/**
 * What a source shows of a mandate: fewer fields, rounder figures, its own pictures and its own idea of where the
 * property is.
 */
function show(property: DemoProperty, mandate: Mandate, source: DemoSource, random: Random): Listing {
  const keeps = (): boolean => random.chance(source.thoroughness);
  const shown: Listing = structuredClone(mandate.listing);
  if (source.roundsAreas && shown.area) shown.area = Math.round(shown.area);
  for (const field of [
    'bedrooms',
    'bathrooms',
    'floor',
    'condition',
    'areas',
    'energy',
    'building',
    'pricing',
    'mandateType',
    'saleType',
  ] as const)
    if (!keeps()) delete shown[field];
  if (random.chance(0.02)) delete shown.rooms;
  delete shown.price;
  for (const feature of Object.keys(shown.features ?? {}) as Feature[]) {
    // Portals list what a property has; what it lacks is mostly left out.
    if (!random.chance(shown.features?.[feature] ? source.thoroughness : source.thoroughness * 0.55))
      delete shown.features?.[feature];
  }
  if (keeps()) shown.transactionStatus = 'AVAILABLE';
  if (random.chance(0.3)) shown.description = `${shown.description} Réf. ${random.integer(1_000, 99_999)}.`;
  const host = random.chance(0.25) ? 'photos' : source.domain.replace('.example', '');
  shown.pictures = mandate.photographs
    .slice(0, random.integer(1, 12))
    .map((photograph) => `https://img.example/${host}/${photograph}.jpg`);
  shown.location = locate(property, source, random);
  for (const group of ['areas', 'building', 'pricing', 'features'] as const)
    if (shown[group] && Object.keys(shown[group]).length === 0) delete shown[group];
  return shown;
}

function locate(property: DemoProperty, source: DemoSource, random: Random): ListingLocation {
  const { town, district } = property;
  const named: ListingLocation = {
    cityId: town.id,
    cityName: town.name,
    ...(property.postalCode && { postalCode: property.postalCode }),
    ...(district && { districtId: district.id, districtName: district.name }),
    ...(random.chance(0.3) && { neighborhoodName: property.quarter }),
  };
  if (source.places === 'town' || random.chance(0.04)) return { ...named, accuracy: district ? 'DISTRICT' : 'CITY' };
  if (source.places === 'blurred' || !town.outlined)
    return { ...named, ...astray(property, 0.3, random), accuracy: 'NEIGHBORHOOD' };
  const precise = random.chance(0.6);
  const point = precise ? property.point : astray(property, 0.06, random);
  const placed = { ...point, accuracy: precise ? ('PRECISE' as const) : ('STREET' as const) };
  // Some give nothing but the point: ingest finds the town by its outline.
  return precise && random.chance(0.25)
    ? { ...placed, ...(property.postalCode && { postalCode: property.postalCode }) }
    : { ...named, ...placed };
}

function astray(property: DemoProperty, km: number, random: Random): { lat: number; lng: number } {
  const distance = km * Math.sqrt(random.next());
  const bearing = random.between(0, 2 * Math.PI);
  return offset(property.point, distance * Math.cos(bearing), distance * Math.sin(bearing));
}

function numberFor(source: DemoSource, random: Random): string {
  const number = random.integer(10_000_000, 4_000_000_000);
  return source.places === 'blurred'
    ? String(number)
    : `${source.domain.slice(0, 2).toUpperCase()}-${number.toString(36).toUpperCase()}`;
}

function instant(reference: Date, age: number): string {
  return new Date(reference.getTime() - Math.round((age * DAY_MS) / 1_000) * 1_000).toISOString();
}
