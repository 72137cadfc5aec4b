import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ListingResponse } from '../properties/property-response.js';

@ApiSchema({ name: 'ListingState', description: 'A listing as one of its revisions has it, whole.' })
export class ListingStateResponse extends ListingResponse {
  @ApiProperty({ format: 'uuid', description: 'The property that the listing belongs to now.' }) propertyId: string;
  @ApiProperty({ type: 'integer', description: 'Rises by one per state, from 1.' }) revisionId: number;

  @ApiProperty({
    enum: ['ONLINE', 'OFFLINE'],
    description: 'A listing that goes offline keeps the attributes it had.',
  })
  status: 'ONLINE' | 'OFFLINE';

  @ApiProperty({
    format: 'date-time',
    description: 'When the source saw this state first; of the listing itself, when it saw it last.',
  })
  observedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When this state was ingested.' }) recordedAt: string;
}
