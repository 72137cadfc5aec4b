import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { EventSelection } from '@gable/persistence/alerts';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery, rangeOf } from '../http/collection.js';
import { instant, IsDateTime } from '../http/date-time.js';
import { AreWordsOf, wordsOf, type Repeatable } from '../http/repeatable.js';

export const DIRECTIONS = ['asc', 'desc'] as const;

export class EventsQuery extends PageQuery {
  @IsIn(DIRECTIONS, { message: 'expects asc or desc, once' })
  'order[createdAt]': (typeof DIRECTIONS)[number] = 'desc';

  @IsOptional()
  @AreWordsOf(ALERT_EVENT_TYPES)
  eventType?: Repeatable<AlertEventType>;

  @IsOptional()
  @IsDateTime()
  'createdAt[after]'?: string;

  @IsOptional()
  @IsDateTime()
  'createdAt[before]'?: string;

  @IsOptional()
  @IsDateTime()
  'createdAt[strictly_after]'?: string;

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
