import type { ReplaySelection } from '@gable/persistence/delivery';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { instant, IsDateTime } from '../http/date-time.js';
import { ApiRequestSchema } from '../openapi/decorators.js';
import { invalid } from '../http/problem.js';

@ApiRequestSchema({ name: 'Replay' })
export class ReplayAlertRequest {
  @ApiProperty({ format: 'date-time', description: 'Deliveries begun at or after.' })
  @IsDateTime()
  since!: string;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: 'And before.' })
  @IsOptional()
  @IsDateTime()
  until?: string;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Only those that failed for good.',
  })
  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  onlyFailed?: boolean;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Of nextRequestBody, where an earlier request left some.',
  })
  @IsOptional()
  @IsUUID('loose', { message: 'expects what nextRequestBody has' })
  after?: string;
}

/** @throws Problem validation-failed where the period is none */
export function selectionOf({ since, until, onlyFailed = false, after }: ReplayAlertRequest): ReplaySelection {
  const [from, to] = [new Date(instant(since)!), until === undefined ? undefined : new Date(instant(until)!)];
  if (to !== undefined && to <= from)
    throw invalid([{ propertyPath: 'until', message: `must be later than since, got ${until!} and ${since}` }]);
  return { since: from, ...(to !== undefined && { until: to }), onlyFailed, after };
}
