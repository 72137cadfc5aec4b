import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { LastJobResponse } from './last-job-response.js';

@ApiSchema({ name: 'Source' })
export class SourceResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The name that listings have as dataProvider.' }) name: string;
  @ApiProperty() domain: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Its listings that are online now.' })
  listingsOnline: number;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: '`observedAt` of its newest state or snapshot; null if there is none yet.',
  })
  lastStateSeenAt: Date | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Lines of its feeds that were rejected within the last day, counted by the hour.',
  })
  rejectsOfLastDay: number;

  @ApiProperty({
    nullable: true,
    type: LastJobResponse,
    description: 'The last feed that arrived over HTTP in the last 30 days.',
  })
  lastJob: LastJobResponse | null;
}
