import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ListingResponse } from '../properties/property-response.js';

@ApiSchema({ name: 'ListingState', description: 'One revision of a listing, complete.' })
export class ListingStateResponse extends ListingResponse {
  @ApiProperty({ format: 'uuid', description: 'The property to which the listing belongs now.' }) propertyId: string;
  @ApiProperty({ type: 'integer', description: 'The first revision is 1; each new state has the next number.' })
  revisionId: number;

  @ApiProperty({
    enum: ['ONLINE', 'OFFLINE'],
    description: 'A listing that is offline keeps the attributes that it had.',
  })
  status: 'ONLINE' | 'OFFLINE';

  @ApiProperty({
    format: 'date-time',
    description: 'When the source first saw this state. For the listing itself: when it last saw it.',
  })
  observedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When this state was ingested.' }) recordedAt: string;
}
