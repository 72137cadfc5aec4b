import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { EventSelection } from '@gable/persistence/alerts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery, rangeOf } from '../http/collection.js';
import { instant, IsDateTime } from '../http/date-time.js';
import { ApiWordsOf } from '../openapi/decorators.js';
import { AreWordsOf, wordsOf, type Repeatable } from '../http/repeatable.js';

const DIRECTIONS = ['asc', 'desc'] as const;

export class EventsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: DIRECTIONS, default: 'desc' })
  @IsIn(DIRECTIONS, { message: 'expects asc or desc, once' })
  'order[createdAt]': (typeof DIRECTIONS)[number] = 'desc';

  @ApiWordsOf(ALERT_EVENT_TYPES, 'Only these types; repeated for several.')
  @IsOptional()
  @AreWordsOf(ALERT_EVENT_TYPES)
  eventType?: Repeatable<AlertEventType>;

  @ApiPropertyOptional({ format: 'date-time', description: 'At or after.' })
  @IsOptional()
  @IsDateTime()
  'createdAt[after]'?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'At or before.' })
  @IsOptional()
  @IsDateTime()
  'createdAt[before]'?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Later than.' })
  @IsOptional()
  @IsDateTime()
  'createdAt[strictly_after]'?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Earlier than.' })
  @IsOptional()
  @IsDateTime()
  'createdAt[strictly_before]'?: string;
}

export function selectionOf(query: EventsQuery): EventSelection {
  return {
    ...rangeOf(query),
    direction: query['order[createdAt]'],
    types: wordsOf(query.eventType),
    period: {
      after: instant(query['createdAt[after]']),
      before: instant(query['createdAt[before]']),
      strictlyAfter: instant(query['createdAt[strictly_after]']),
      strictlyBefore: instant(query['createdAt[strictly_before]']),
    },
  };
}
