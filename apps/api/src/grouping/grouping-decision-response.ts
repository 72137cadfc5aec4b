import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { GroupingDecision } from '@gable/persistence/properties';

/** A manual decision. Who took it stays with the operator. */
@ApiSchema({ name: 'GroupingDecision' })
export class GroupingDecisionResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ['MERGE', 'SPLIT'] }) kind: GroupingDecision['kind'];
  @ApiProperty({ format: 'date-time' }) decidedAt: string;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;

  @ApiProperty({
    type: String,
    isArray: true,
    format: 'uuid',
    description:
      'For a merge, the merged properties, the remaining one first. For a split, the property that was ' +
      'split, then the new one.',
  })
  propertyIds: readonly string[];

  @ApiProperty({
    type: String,
    isArray: true,
    format: 'uuid',
    description: 'For a merge, all listings of the property. For a split, those that left.',
  })
  listingIds: readonly string[];

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was withdrawn; null while it stands.',
  })
  withdrawnAt: string | null;
}

export function groupingDecisionResponse(decision: GroupingDecision): GroupingDecisionResponse {
  const { id, kind, decidedAt, reason, propertyIds, listingIds, withdrawnAt } = decision;
  return {
    id,
    kind,
    decidedAt: decidedAt.toISOString(),
    reason,
    propertyIds,
    listingIds,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}
