import { ApiProperty } from '@nestjs/swagger';
import type { Readiness } from '@gable/runtime';

export class LivenessResponse {
  @ApiProperty({ enum: ['live'] }) status: string;
}

export const LIVE: LivenessResponse = { status: 'live' };

class FailedCheck {
  @ApiProperty() check: string;
  @ApiProperty() reason: string;
}

export class ReadinessResponse {
  @ApiProperty({ enum: ['ready', 'not-ready'] }) status: Readiness['status'];
  @ApiProperty({ type: [FailedCheck] }) reasons: readonly FailedCheck[];
  @ApiProperty({
    type: [FailedCheck],
    description: 'What an operator should look at although the process still works.',
  })
  warnings: readonly FailedCheck[];
}
