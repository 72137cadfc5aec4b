import { explainPair, ListingTies, type ExplainedPair } from '@gable/domain/grouping';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { mergeListings, type MergedRecord } from '@gable/domain/property';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { PropertyListings, PropertyListing } from '@gable/persistence/properties';
import { GroupingDecisionResponse, groupingDecisionResponse } from './grouping-decision-response.js';

/** Of more listings than this, which only people put together, the newest are compared. */
export const MOST_COMPARED = 50;
/** Pairs shown: as many as anybody reads. */
const MOST_PAIRS = 100;

/** What tells at a glance which property it is; `GET /properties/{uuid}` has the whole merged record. */
const MERGED_NAMES = [
  'transactionType',
  'propertyType',
  'price',
  'currency',
  'rooms',
  'bedrooms',
  'area',
  'title',
  'description',
  'pictures',
] as const;

type Merged = { [K in (typeof MERGED_NAMES)[number]]: Required<MergedRecord>[K] | null };

export class ComparedListing {
  @ApiProperty({ format: 'uuid' }) listingId: string;
  @ApiProperty() dataProvider: string;
  @ApiProperty({ type: String, nullable: true }) title: string | null;
  @ApiProperty() online: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average evidence when the listing was last placed; null for the first listing of a property and ' +
      'after a manual decision.',
  })
  placedBits: number | null;

  @ApiProperty({ type: [String], description: 'The reasons recorded at that time, in English.' })
  placedBecause: string[];
}

@ApiSchema({
  description:
    'What the online listings state together: the transaction type, property type and price that most of ' +
    'them state (the newest, if equally many do), the most rooms, the largest area, the longest text of ' +
    'the largest group of similar texts, and every picture once.',
})
export class MergedSummary implements Merged {
  @ApiProperty({ enum: TRANSACTION_TYPES, nullable: true }) transactionType: Merged['transactionType'];
  @ApiProperty({ enum: PROPERTY_TYPES, nullable: true }) propertyType: Merged['propertyType'];
  @ApiProperty({ type: Number, nullable: true }) price: number | null;
  @ApiProperty({ type: String, nullable: true }) currency: string | null;
  @ApiProperty({ type: Number, nullable: true }) rooms: number | null;
  @ApiProperty({ type: Number, nullable: true }) bedrooms: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'm²' }) area: number | null;
  @ApiProperty({ type: String, nullable: true }) title: string | null;
  @ApiProperty({ type: String, nullable: true }) description: string | null;
  @ApiProperty({ type: [String] }) pictures: Merged['pictures'];
}

class PairSignal {
  @ApiProperty({ description: 'A stable name of the compared attribute.' }) signal: string;
  @ApiProperty({ description: 'A stable name of the result.' }) level: string;
  @ApiProperty() bits: number;
  @ApiProperty({ description: 'The result in words.' }) phrase: string;
}

const TIES = ['TOGETHER', 'APART'] as const;

@ApiSchema({ name: 'ListingPair' })
export class ListingPairResponse {
  @ApiProperty({ type: String, isArray: true, format: 'uuid', minItems: 2, maxItems: 2 }) listingIds: [string, string];
  @ApiProperty({ description: 'Evidence that both are one property; at 0 it is as likely as not.' }) bits: number;
  @ApiProperty({ description: 'true if nothing contradicts and the evidence is at least 0.' }) agrees: boolean;

  @ApiProperty({ type: [String], description: 'Attributes in which they contradict each other.' })
  contradictions: ExplainedPair['contradictions'];

  @ApiProperty({
    type: [String],
    description: 'In words: what speaks for one property, strongest first, then what speaks against it.',
  })
  reasons: ExplainedPair['reasons'];

  @ApiProperty({ type: [PairSignal], description: 'Every compared attribute.' }) signals: ExplainedPair['signals'];
  @ApiProperty({ enum: TIES, nullable: true }) decidedByHand: (typeof TIES)[number] | null;
}

/** Why some listings are one property. */
@ApiSchema({ name: 'PropertyGrouping' })
export class GroupingResponse {
  @ApiProperty({ format: 'uuid' }) propertyId: string;

  @ApiProperty({ type: [ComparedListing], description: 'All listings of the property, oldest first.' })
  listings: ComparedListing[];

  @ApiProperty({ type: 'integer', description: 'The number of all pairs.' }) pairCount: number;
  @ApiProperty() merged: MergedSummary;

  @ApiProperty({ type: [ListingPairResponse], description: `Up to ${MOST_PAIRS}, those with the most evidence first.` })
  pairs: ListingPairResponse[];

  @ApiProperty({
    type: [GroupingDecisionResponse],
    description: 'Manual decisions, newest first. They override all evidence until they are withdrawn.',
  })
  decisions: GroupingDecisionResponse[];
}

/** Compares the listings of a property as they are now, and says what was noted and decided before. */
export function groupingResponse(
  propertyId: string,
  { listings, decisions, ties }: PropertyListings,
  language: SentenceLanguage,
): GroupingResponse {
  return {
    propertyId,
    listings: listings.map(comparedListing),
    merged: mergedResponse(listings),
    pairCount: (listings.length * (listings.length - 1)) / 2,
    pairs: comparePairs(pairsOf(listings.slice(-MOST_COMPARED)), language, new ListingTies(ties)),
    decisions: decisions.map(groupingDecisionResponse),
  };
}

/** A listing as it is compared with others. */
export function comparedListing(found: PropertyListing): ComparedListing {
  const { id, dataProvider, listing, online, placedScore, placedReasons } = found;
  return {
    listingId: id,
    dataProvider,
    title: listing.title ?? null,
    online,
    placedBits: placedScore === null ? null : Math.round(placedScore * 100) / 100,
    placedBecause: placedReasons ?? [],
  };
}

/** The evidence of pairs, the best agreeing first; no more than anybody reads. */
export function comparePairs(
  pairs: readonly (readonly [PropertyListing, PropertyListing])[],
  language: SentenceLanguage,
  ties: ListingTies = new ListingTies(),
): ListingPairResponse[] {
  return pairs
    .map(([one, other]) => {
      const { score, ...explained } = explainPair(one, other, language);
      return {
        listingIds: [one.id, other.id] as [string, string],
        bits: score,
        ...explained,
        decidedByHand: decidedByHand(ties, one, other),
      };
    })
    .sort((a, b) => b.bits - a.bits)
    .slice(0, MOST_PAIRS);
}

/** Of a property without online listings: what they said last. */
export function mergedResponse(listings: readonly PropertyListing[]): MergedSummary {
  const online = listings.filter((listing) => listing.online);
  const newestFirst = (online.length > 0 ? online : listings).map(({ listing }) => listing).reverse();
  const merged = mergeListings(newestFirst);
  return Object.fromEntries(MERGED_NAMES.map((name) => [name, merged[name] ?? null])) as Merged;
}

function pairsOf(listings: readonly PropertyListing[]): [PropertyListing, PropertyListing][] {
  return listings.flatMap((one, i) =>
    listings.slice(i + 1).map((other): [PropertyListing, PropertyListing] => [one, other]),
  );
}

/** A merge ties its listings as a chain, so that two of them may be held together by others. */
function decidedByHand(ties: ListingTies, one: PropertyListing, other: PropertyListing): (typeof TIES)[number] | null {
  if (ties.unitOf(one.id).has(other.id)) return 'TOGETHER';
  return ties.keepApart([one.id], [other]) ? 'APART' : null;
}
