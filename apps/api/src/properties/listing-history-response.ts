import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ListingView } from '@gable/domain/property';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { ListingResponse } from './property-response.js';

@ApiSchema({ name: 'AttributeChange' })
export class AttributeChangeResponse {
  @ApiProperty({ description: 'As in the feed, such as price or features.balcony.' }) attribute: string;
  @ApiJsonProperty({ description: 'null where it was not stated.' }) old: unknown;
  @ApiJsonProperty({ description: 'null where it is no longer stated.' }) new: unknown;

  @ApiProperty({ type: Number, nullable: true, description: 'Of a number that had a value other than 0 before.' })
  variationPercent: number | null;
}

class ListingHistoryEntry {
  @ApiProperty({ type: 'integer', description: 'Rises by one per state.' }) revisionId: number;
  @ApiProperty({ enum: ['ONLINE', 'OFFLINE'] }) status: 'ONLINE' | 'OFFLINE';
  @ApiProperty({ format: 'date-time' }) observedAt: string;
  @ApiProperty({ format: 'date-time' }) recordedAt: string;
  @ApiProperty({ type: [AttributeChangeResponse] }) changes: AttributeChangeResponse[];
}

@ApiSchema({ name: 'ListingHistory' })
export class ListingHistoryResponse {
  @ApiProperty({ format: 'uuid' }) listingId: string;
  @ApiProperty() dataProvider: string;
  @ApiProperty({ type: ListingResponse, description: 'As it is now.' }) listing: ListingView;
  @ApiProperty({
    type: 'integer',
    description: 'States before `entries` that are left out; `GET /listings/{id}/revisions` has all.',
  })
  earlierEntries: number;
  @ApiProperty({ type: [ListingHistoryEntry], description: 'Oldest first.' }) entries: ListingHistoryEntry[];
}
