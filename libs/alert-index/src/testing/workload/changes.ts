import { between, weighted, type SeededRandom } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import { spotIn, type Country } from './country.js';
import { displayedPrice, locationAt, makeListing } from './listings.js';

const KINDS = [
  ['new', 26],
  ['expired', 18],
  ['priceCut', 24],
  ['priceRise', 4],
  ['text', 16],
  ['detail', 8],
  ['moved', 2],
  ['otherTransaction', 1],
  ['reactivated', 1],
] as const;

/** One change of a listing. Null: it was not online before, or is not online after. */
export interface WorkloadChange {
  readonly kind: (typeof KINDS)[number][0];
  readonly before: Listing | null;
  readonly after: Listing | null;
}

/** A change as feeds bring them: half of them are new or gone, most others move the price or the words. */
export function makeChange(country: Country, random: SeededRandom): WorkloadChange {
  const kind = weighted(random, KINDS);
  const listing = makeListing(country, random);
  if (kind === 'new' || kind === 'reactivated') return { kind, before: null, after: listing };
  if (kind === 'expired') return { kind, before: listing, after: null };
  return { kind, before: listing, after: AFTER[kind](listing, random, country) };
}

type Edit = Exclude<WorkloadChange['kind'], 'new' | 'reactivated' | 'expired'>;

const AFTER: { readonly [K in Edit]: (listing: Listing, random: SeededRandom, country: Country) => Listing } = {
  priceCut: (listing, random) => repriced(listing, between(random, 0.85, 0.98), random),
  priceRise: (listing, random) => repriced(listing, between(random, 1.02, 1.12), random),
  text: (listing) => ({ ...listing, description: `${listing.description ?? ''} Visits from Monday.` }),
  detail: (listing, random) => ({
    ...listing,
    features: { ...listing.features, parking: random.chance(0.5), balcony: random.chance(0.5) },
    rooms: (listing.rooms ?? 2) + 1,
  }),
  moved: (listing, random, country) => ({
    ...listing,
    location: locationAt(spotIn(country.cityByDemand(random), random), random),
  }),
  // A rare mistake of agents, and the one that an index forgets: the price means something else now.
  otherTransaction: (listing) => ({
    ...listing,
    transactionType: listing.transactionType === 'RENT' ? 'SELL' : 'RENT',
  }),
};

/** A listing that hides its price begins to show one. */
function repriced(listing: Listing, factor: number, random: SeededRandom): Listing {
  const transaction = listing.transactionType ?? 'SELL';
  return { ...listing, price: displayedPrice({ price: (listing.price ?? 200_000) * factor, transaction }, random) };
}
