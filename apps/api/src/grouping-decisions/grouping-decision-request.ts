import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, Length, Matches } from 'class-validator';
import { UUID } from '@gable/domain';
import type { Violation } from '@gable/domain/criteria';
import { ApiRequestSchema } from '../openapi/decorators.js';

export const DECISION_KINDS = ['MERGE', 'SPLIT'] as const;
const MOST_PROPERTIES = 10;
const MOST_LISTINGS = 200;
const LONGEST_REASON = 500;

@ApiRequestSchema({ name: 'GroupingDecisionRequest' })
export class GroupingDecisionRequest {
  @ApiProperty({ enum: DECISION_KINDS })
  @IsIn(DECISION_KINDS, { message: `expects one of ${DECISION_KINDS.join(', ')}` })
  kind: (typeof DECISION_KINDS)[number];

  @ApiProperty({
    type: String,
    isArray: true,
    format: 'uuid',
    minItems: 1,
    maxItems: MOST_PROPERTIES,
    description: 'For a merge, two or more: the first one is kept. For a split, the one property that is split.',
  })
  @Matches(UUID, { each: true, message: 'expects UUIDs of properties' })
  @ArrayMaxSize(MOST_PROPERTIES, { message: `has at most ${MOST_PROPERTIES} entries` })
  @ArrayMinSize(1, { message: 'expects UUIDs of properties' })
  @IsArray({ message: 'expects a list of UUIDs of properties' })
  propertyIds: string[];

  @ApiPropertyOptional({
    type: String,
    isArray: true,
    format: 'uuid',
    maxItems: MOST_LISTINGS,
    nullable: true,
    description: 'For a split, the listings that become a property of their own. For a merge, none.',
  })
  @IsOptional()
  @Matches(UUID, { each: true, message: 'expects UUIDs of listings' })
  @ArrayMaxSize(MOST_LISTINGS, { message: `has at most ${MOST_LISTINGS} entries` })
  @IsArray({ message: 'expects a list of UUIDs of listings' })
  listingIds?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: LONGEST_REASON,
    description: 'Why, for later readers. Everybody who reads the grouping sees it.',
  })
  @IsOptional()
  @Length(1, LONGEST_REASON, { message: `expects 1 to ${LONGEST_REASON} characters` })
  reason?: string;
}

/** What a kind of decision needs beside what every one does. */
export function violationsOf({ kind, propertyIds, listingIds = [] }: GroupingDecisionRequest): Violation[] {
  if (kind === 'MERGE')
    return [
      ...(propertyIds.length < 2 ? [{ propertyPath: 'propertyIds', message: 'a merge names two or more' }] : []),
      ...(listingIds.length > 0 ? [{ propertyPath: 'listingIds', message: 'a merge names none' }] : []),
    ];
  return [
    ...(propertyIds.length > 1 ? [{ propertyPath: 'propertyIds', message: 'a split names one' }] : []),
    ...(listingIds.length === 0 ? [{ propertyPath: 'listingIds', message: 'a split names those that go' }] : []),
  ];
}
