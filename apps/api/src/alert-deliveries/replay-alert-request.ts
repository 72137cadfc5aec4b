import type { ReplaySelection } from '@gable/persistence/delivery';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { IsMoment, momentOf } from '../http/date-time.js';
import { MOMENT } from '../openapi/schema.js';
import { ApiRequestSchema } from '../openapi/decorators.js';
import { invalid } from '../http/problem.js';

@ApiRequestSchema({ name: 'Replay' })
export class ReplayAlertRequest {
  @ApiProperty({
    ...MOMENT,
    example: '2026-03-01T09:30:00Z',
    description: 'Deliveries that began at this moment or later.',
  })
  @IsMoment()
  since!: string;

  @ApiPropertyOptional({
    nullable: true,
    ...MOMENT,
    example: '2026-03-02T00:00:00Z',
    description: 'Only deliveries that began before this moment; must be later than since.',
  })
  @IsOptional()
  @IsMoment()
  until?: string;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Only deliveries that failed permanently.',
  })
  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  onlyFailed?: boolean;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Comes from the nextRequestBody of an earlier request that left some.',
  })
  @IsOptional()
  @IsUUID('loose', { message: 'expects what nextRequestBody has' })
  after?: string;
}

/** @throws Problem validation-failed where the period is none */
export function selectionOf({ since, until, onlyFailed = false, after }: ReplayAlertRequest): ReplaySelection {
  const [from, to] = [
    new Date(momentOf(since)!.from),
    until === undefined ? undefined : new Date(momentOf(until)!.until),
  ];
  if (to !== undefined && to <= from)
    throw invalid([{ propertyPath: 'until', message: `must be later than since, got ${until!} and ${since}` }]);
  return { since: from, ...(to !== undefined && { until: to }), onlyFailed, after };
}
