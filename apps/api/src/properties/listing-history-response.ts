import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ListingView } from '@gable/domain/property';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { ListingResponse } from './property-response.js';

@ApiSchema({ name: 'AttributeChange' })
export class AttributeChangeResponse {
  @ApiProperty({ description: 'The name in the feed, such as price or features.balcony.' }) attribute: string;
  @ApiJsonProperty({ description: 'null if it was not stated.' }) old: unknown;
  @ApiJsonProperty({ description: 'null if it is no longer stated.' }) new: unknown;

  @ApiProperty({ type: Number, nullable: true, description: 'Only for a number that had a value other than 0 before.' })
  variationPercent: number | null;
}

class ListingHistoryEntry {
  @ApiProperty({ type: 'integer', description: 'Each new state has the next number.' }) revisionId: number;
  @ApiProperty({ enum: ['ONLINE', 'OFFLINE'] }) status: 'ONLINE' | 'OFFLINE';
  @ApiProperty({ format: 'date-time' }) observedAt: string;
  @ApiProperty({ format: 'date-time' }) recordedAt: string;
  @ApiProperty({ type: [AttributeChangeResponse] }) changes: AttributeChangeResponse[];
}

@ApiSchema({ name: 'ListingHistory' })
export class ListingHistoryResponse {
  @ApiProperty({ format: 'uuid' }) listingId: string;
  @ApiProperty() dataProvider: string;
  @ApiProperty({ type: ListingResponse, description: 'The listing as it is now.' }) listing: ListingView;
  @ApiProperty({
    type: 'integer',
    description: 'How many states before `entries` are left out; `GET /listings/{id}/revisions` returns all.',
  })
  earlierEntries: number;
  @ApiProperty({ type: [ListingHistoryEntry], description: 'Oldest first.' }) entries: ListingHistoryEntry[];
}
