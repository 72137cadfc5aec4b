import { USAGE_GRANULARITIES, type UsageGranularity } from '@gable/persistence/usage';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { IsMoment, momentOf } from '../http/date-time.js';
import { MOMENT } from '../openapi/schema.js';
import { invalid } from '../http/problem.js';
import { usagePeriods } from './usage-periods.js';

/** Without a start, so much before now. */
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Of one answer: ten years of days, with room. */
export const MAX_PERIODS = 4_000;

export class UsageQuery {
  @ApiPropertyOptional({
    ...MOMENT,
    description:
      `Inclusive; a bare date means the start of that day. The default is the hour ${DEFAULT_DAYS} days ` +
      'before now.',
    example: '2026-11-01T00:00:00Z',
  })
  @IsOptional()
  @IsMoment()
  startDate?: string;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Exclusive; a bare date means the end of that day. The default is now.',
    example: '2026-12-01T00:00:00Z',
  })
  @IsOptional()
  @IsMoment()
  endDate?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only the usage of this key of your account.' })
  @IsOptional()
  @IsUUID('loose', { message: 'expects the UUID of an API key, once' })
  apiKeyId?: string;

  @ApiPropertyOptional({ enum: USAGE_GRANULARITIES, default: 'day' })
  @IsIn(USAGE_GRANULARITIES, { message: `expects one of ${USAGE_GRANULARITIES.join(', ')}, once` })
  granularity: UsageGranularity = 'day';
}

/** The range a query asks for; its end is exclusive. */
export interface UsageRange {
  readonly from: Date;
  readonly to: Date;
  /** Every period of the range. */
  readonly periods: readonly string[];
}

/** The start of an hour: what is older than two hours is kept by the hour, under the hour's beginning. */
function defaultStart(now: Date): Date {
  return new Date(Math.floor((now.getTime() - DEFAULT_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS);
}

/** @throws Problem validation-failed */
export function rangeOf({ startDate, endDate, granularity }: UsageQuery, now: Date): UsageRange {
  const from = startDate === undefined ? defaultStart(now) : new Date(momentOf(startDate)!.from);
  const end = endDate === undefined ? undefined : momentOf(endDate)!;
  const to = end === undefined ? now : new Date(end.until);
  // A day ends before the next one begins; an instant may be both ends of an empty range.
  if (from > (end === undefined ? now : new Date(end.to))) {
    if (startDate === undefined)
      throw invalid([
        {
          propertyPath: 'endDate',
          message: `lies before startDate, which is ${DEFAULT_DAYS} days before now where it is not given`,
        },
      ]);
    throw invalid([
      {
        propertyPath: 'startDate',
        message: endDate === undefined ? 'lies in the future; so must endDate, then' : 'must not lie behind endDate',
      },
    ]);
  }
  const periods = usagePeriods(from, to, granularity, MAX_PERIODS);
  if (periods.length > MAX_PERIODS) {
    const path = startDate === undefined ? 'endDate' : 'startDate';
    throw invalid([
      {
        propertyPath: path,
        message: `opens a range of more than ${MAX_PERIODS} periods; narrow it, or ask for a coarser granularity`,
      },
    ]);
  }
  return { from, to, periods };
}
