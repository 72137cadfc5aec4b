import { FEED_JOB_STATES, type FeedJob, type FeedJobState } from '@gable/persistence/feeds';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const COUNT = { type: 'integer', minimum: 0 } as const;

/** What became of the last feed of a source that arrived over HTTP. */
@ApiSchema({ name: 'LastFeedJob' })
export class LastJobResponse {
  @ApiProperty({ enum: FEED_JOB_STATES }) state: FeedJobState;
  @ApiProperty() receivedAt: Date;
  @ApiProperty({ type: Date, nullable: true }) finishedAt: Date | null;
  @ApiProperty(COUNT) read: number;
  @ApiProperty(COUNT) changed: number;
  @ApiProperty(COUNT) rejected: number;
}

/** Without its id: jobs are read by who sent them. */
export function lastJobResponse({ state, createdAt, receivedAt, finishedAt, report }: FeedJob): LastJobResponse {
  const { read = 0, changed = 0, rejected = 0 } = report ?? {};
  return { state, receivedAt: receivedAt ?? createdAt, finishedAt, read, changed, rejected };
}
