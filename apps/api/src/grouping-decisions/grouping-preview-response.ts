import type { SentenceLanguage } from '@gable/domain/criteria';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { PropertyListing } from '@gable/persistence/properties';
import {
  ComparedListing,
  comparedListing,
  comparePairs,
  ListingPairResponse,
  MergedSummary,
  mergedResponse,
  MOST_COMPARED,
} from '../grouping/grouping-response.js';

@ApiSchema({ name: 'PreviewedProperty' })
class PreviewedPropertyResponse {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'null if the decision would create the property.',
  })
  propertyId: string | null;

  @ApiProperty({ type: [ComparedListing], description: 'All listings of the property, oldest first.' })
  listings: ComparedListing[];
  @ApiProperty() merged: MergedSummary;
}

/** What a decision would come to. */
@ApiSchema({ name: 'GroupingPreview' })
export class GroupingPreviewResponse {
  @ApiProperty({ type: [PreviewedPropertyResponse], description: 'The properties as they are.' })
  before: PreviewedPropertyResponse[];
  @ApiProperty({ type: [PreviewedPropertyResponse], description: 'The properties as they would be.' })
  after: PreviewedPropertyResponse[];

  @ApiProperty({
    type: [ListingPairResponse],
    description: 'The evidence for and against each pair of listings that would be brought together or separated.',
  })
  pairs: ListingPairResponse[];
}

/** The listings of one property, before or after. */
export interface PreviewedGroup {
  readonly propertyId: string | null;
  readonly listings: readonly PropertyListing[];
}

export function groupingPreviewResponse(
  before: readonly PreviewedGroup[],
  after: readonly PreviewedGroup[],
  language: SentenceLanguage,
): GroupingPreviewResponse {
  const [apart] = [before, after].sort((one, other) => other.length - one.length);
  const pairs = comparePairs(pairsBetween(apart!), language);
  return { before: before.map(previewed), after: after.map(previewed), pairs };
}

function previewed({ propertyId, listings }: PreviewedGroup): PreviewedPropertyResponse {
  return { propertyId, listings: listings.map(comparedListing), merged: mergedResponse(listings) };
}

/** Every two listings of different properties; of large ones the newest. */
function pairsBetween(groups: readonly PreviewedGroup[]): [PropertyListing, PropertyListing][] {
  const compared = groups.map(({ listings }) => listings.slice(-Math.ceil(MOST_COMPARED / groups.length)));
  return compared.flatMap((listings, i) =>
    listings.flatMap((one) =>
      compared
        .slice(i + 1)
        .flatMap((others) => others.map((other): [PropertyListing, PropertyListing] => [one, other])),
    ),
  );
}
