import { explainPair, type ExplainedPair } from '@gable/domain/grouping';
import { mergeListings, type MergedRecord } from '@gable/domain/property';
import type { GroupingDecision, Home, HomeListing } from '@gable/persistence/properties';

/** Of more adverts than this, which only people put together, the newest are compared. */
const MOST_COMPARED = 50;
/** Pairs shown: as many as anybody reads. */
const MOST_PAIRS = 100;

/** Why some adverts are one home. */
export interface GroupingAnswer {
  propertyId: string;
  /** Oldest first. */
  listings: {
    listingId: string;
    dataProvider: string;
    title: string | null;
    online: boolean;
    placedBits: number | null;
    placedBecause: string[];
  }[];
  /** How many pairs there are; `pairs` holds up to 100 of them. */
  pairCount: number;
  /** What the online adverts say of the home together; what none states is null. */
  merged: Merged;
  /** The best agreeing first. */
  pairs: (Omit<ExplainedPair, 'score'> & {
    listingIds: [string, string];
    bits: number;
    decidedByHand: 'TOGETHER' | 'APART' | null;
  })[];
  /** Newest first. */
  decisions: DecisionAnswer[];
}

type Merged = { [K in keyof Required<MergedRecord>]: MergedRecord[K] | null };

/** A manual decision. Who took it stays with the operator. */
export interface DecisionAnswer {
  id: string;
  kind: GroupingDecision['kind'];
  decidedAt: string;
  reason: string | null;
  propertyIds: string[];
  listingIds: string[];
  withdrawnAt: string | null;
}

/** Compares the listings of a home as they are now, and says what was noted and decided before. */
export function groupingAnswer(propertyId: string, { listings, decisions, ties }: Home): GroupingAnswer {
  const tied = new Map(
    ties.map(({ listingId, otherId, together }) => [
      pairKey(listingId, otherId),
      together ? ('TOGETHER' as const) : ('APART' as const),
    ]),
  );
  return {
    propertyId,
    listings: listings.map(({ id, dataProvider, listing, online, placedScore, placedReasons }) => ({
      listingId: id,
      dataProvider,
      title: listing.title ?? null,
      online,
      placedBits: placedScore === null ? null : Math.round(placedScore * 100) / 100,
      placedBecause: placedReasons ?? [],
    })),
    merged: mergedAnswer(listings),
    pairCount: (listings.length * (listings.length - 1)) / 2,
    pairs: pairsOf(listings.slice(-MOST_COMPARED))
      .map(([one, other]) => {
        const { score, ...explained } = explainPair(one, other);
        return {
          listingIds: [one.id, other.id] as [string, string],
          bits: score,
          ...explained,
          decidedByHand: tied.get(pairKey(one.id, other.id)) ?? null,
        };
      })
      .sort((a, b) => b.bits - a.bits)
      .slice(0, MOST_PAIRS),
    decisions: decisions.map(({ id, kind, decidedAt, reason, propertyIds, listingIds, withdrawnAt }) => ({
      id,
      kind,
      decidedAt: decidedAt.toISOString(),
      reason,
      propertyIds,
      listingIds,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
  };
}

/** Of a home that is offline as a whole: what its adverts said last. */
function mergedAnswer(listings: readonly HomeListing[]): Merged {
  const online = listings.filter((listing) => listing.online);
  const newestFirst = (online.length > 0 ? online : listings).map(({ listing }) => listing).reverse();
  return { ...NOTHING_STATED, ...mergeListings(newestFirst) };
}

const NOTHING_STATED: Merged = {
  transactionType: null,
  propertyType: null,
  price: null,
  currency: null,
  rooms: null,
  bedrooms: null,
  area: null,
  title: null,
  description: null,
  pictures: [],
};

function pairsOf(listings: readonly HomeListing[]): [HomeListing, HomeListing][] {
  return listings.flatMap((one, i) => listings.slice(i + 1).map((other): [HomeListing, HomeListing] => [one, other]));
}

const pairKey = (a: string, b: string): string => (a < b ? `${a}${b}` : `${b}${a}`);
