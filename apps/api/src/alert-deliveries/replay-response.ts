import { REPLAY_LIMIT, type ReplaySelection } from '@gable/persistence/delivery';
import { ApiProperty } from '@nestjs/swagger';
import { ReplayAlertRequest } from './replay-alert-request.js';

export class ReplayResponse {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: REPLAY_LIMIT }) queued: number;
  @ApiProperty({ type: ReplayAlertRequest, nullable: true }) nextRequestBody: ReplayAlertRequest | null;
}

export function replayResponse({ queued, next }: { queued: number; next: ReplaySelection | null }): ReplayResponse {
  return {
    queued,
    nextRequestBody: next && {
      since: next.since.toISOString(),
      until: next.until?.toISOString(),
      onlyFailed: next.onlyFailed,
      after: next.after,
    },
  };
}
