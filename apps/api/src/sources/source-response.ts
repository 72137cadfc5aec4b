import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { LastJobResponse } from './last-job-response.js';

@ApiSchema({ name: 'Source' })
export class SourceResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'What listings name as dataProvider.' }) name: string;
  @ApiProperty() domain: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Listings of it that are online now.' })
  listingsOnline: number;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: '`observedAt` of its newest state or snapshot; null before the first.',
  })
  lastStateSeenAt: Date | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Lines of its feeds that were refused within the last day, counted by the hour.',
  })
  rejectsOfLastDay: number;

  @ApiProperty({
    nullable: true,
    type: LastJobResponse,
    description: 'The last feed that arrived over HTTP, of 30 days.',
  })
  lastJob: LastJobResponse | null;
}
