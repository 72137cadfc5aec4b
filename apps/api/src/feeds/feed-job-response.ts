import { FEED_JOB_STATES, type FeedJob, type FeedJobState } from '@gable/persistence/feeds';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

class RejectReason {
  @ApiProperty({ description: 'The path within the line; empty for the line as a whole.' }) path: string;
  @ApiProperty() message: string;
}

@ApiSchema({ name: 'FeedReject' })
class FeedReject {
  @ApiProperty({ type: 'integer', description: 'Counts from 1, including blank lines.' }) line: number;
  @ApiProperty({ type: [RejectReason] }) reasons: readonly RejectReason[];
}

const COUNT = { type: 'integer', minimum: 0 } as const;

/** What became of the lines of a feed. */
export class FeedCounts {
  @ApiProperty({ ...COUNT, description: 'accepted + rejected. Blank lines are not read.' }) read: number;
  @ApiProperty({ ...COUNT, description: 'changed + unchanged + stale.' }) accepted: number;
  @ApiProperty(COUNT) changed: number;
  @ApiProperty({ ...COUNT, description: 'Includes lines that an earlier, interrupted reading of this job had stored.' })
  unchanged: number;
  @ApiProperty({ ...COUNT, description: 'Lines older than the stored state; they are ignored.' }) stale: number;
  @ApiProperty(COUNT) rejected: number;
}

@ApiSchema({ name: 'FeedJob' })
export class FeedJobResponse extends FeedCounts {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() domain: string;

  @ApiProperty({
    enum: FEED_JOB_STATES,
    description:
      'UPLOADING: the feed is arriving; if the upload breaks off, the job disappears. WAITING, READING: ' +
      'the counts are those so far. DONE: read to its end. FAILED: given up, see reason; what was read ' +
      'before is stored.',
  })
  state: FeedJobState;

  @ApiProperty({ description: 'When the upload began.' }) createdAt: Date;
  @ApiProperty({ type: Date, nullable: true, description: 'When the upload was complete.' }) receivedAt: Date | null;
  @ApiProperty({ type: Date, nullable: true }) startedAt: Date | null;
  @ApiProperty({ type: Date, nullable: true }) finishedAt: Date | null;
  @ApiProperty({ ...COUNT, description: 'Bytes as sent, before unpacking.' }) receivedBytes: number;
  @ApiProperty({ ...COUNT, description: 'How often a worker began to read it; above 1, a reading was interrupted.' })
  attempts: number;

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'integer' },
    description: 'How often each field that the format does not know occurred, by dotted name.',
  })
  unknownFields: Readonly<Record<string, number>>;

  @ApiPropertyOptional({ ...COUNT, description: 'Only for a snapshot: how many listings it took offline.' })
  offline?: number;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'Only for a snapshot that is older than another one of its source: the instant of that newer ' +
      'snapshot. The older one takes no listing offline.',
  })
  newerSnapshot?: string;

  @ApiProperty({ type: [FeedReject], maxItems: 100, description: 'The first 100 rejected lines, without their text.' })
  firstRejects: readonly FeedReject[];

  @ApiProperty({
    type: String,
    format: 'uri-reference',
    nullable: true,
    description: 'Path of all rejected lines with their text; null if there are none, or if they are no longer kept.',
  })
  rejects: string | null;

  @ApiProperty({ type: String, nullable: true }) reason: string | null;
}

const NOTHING = { read: 0, accepted: 0, changed: 0, unchanged: 0, stale: 0, rejected: 0, unknownFields: {} };

export function feedJobResponse(job: FeedJob): FeedJobResponse {
  const { id, domain, state, createdAt, receivedAt, startedAt, finishedAt, receivedBytes, reason } = job;
  return {
    id,
    domain,
    state,
    createdAt,
    receivedAt,
    startedAt,
    finishedAt,
    receivedBytes,
    attempts: job.attempt,
    ...NOTHING,
    ...job.report,
    firstRejects: job.firstRejects ?? [],
    rejects: job.rejectBytes > 0 ? `/feeds/${encodeURIComponent(domain)}/jobs/${id}/rejects` : null,
    reason,
  };
}
