import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { EventSelection } from '@gable/persistence/alerts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { FieldsParameter } from '../fields/fields-query.js';
import { IsMoment, momentOf } from '../http/date-time.js';
import { DirectionParameter, type Direction } from '../http/direction.js';
import { MOMENT } from '../openapi/schema.js';
import { EndlessQuery, listRangeOf } from '../http/endless-collection.js';
import { ApiWordsOf } from '../openapi/decorators.js';
import { AreWordsOf, wordsOf, type Repeatable } from '../http/repeatable.js';

export class EventsQuery extends EndlessQuery {
  @DirectionParameter('desc')
  'order[createdAt]': Direction = 'desc';

  @ApiWordsOf(ALERT_EVENT_TYPES, 'Only events of these types; repeat the parameter for several.')
  @IsOptional()
  @AreWordsOf(ALERT_EVENT_TYPES)
  eventType?: Repeatable<AlertEventType>;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Events at this moment or later; a bare date means the start of that day.',
  })
  @IsOptional()
  @IsMoment()
  'createdAt[after]'?: string;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Events at this moment or earlier; a bare date means the end of that day.',
  })
  @IsOptional()
  @IsMoment()
  'createdAt[before]'?: string;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Events later than this moment; a bare date means later than that whole day.',
  })
  @IsOptional()
  @IsMoment()
  'createdAt[strictly_after]'?: string;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Events earlier than this moment; a bare date means earlier than that whole day.',
  })
  @IsOptional()
  @IsMoment()
  'createdAt[strictly_before]'?: string;

  @FieldsParameter() fields?: string | string[];
}

export function selectionOf(query: EventsQuery): EventSelection {
  return {
    ...listRangeOf(query),
    direction: query['order[createdAt]'],
    types: wordsOf(query.eventType),
    period: {
      after: momentOf(query['createdAt[after]'])?.from,
      before: momentOf(query['createdAt[before]'])?.to,
      strictlyAfter: momentOf(query['createdAt[strictly_after]'])?.to,
      strictlyBefore: momentOf(query['createdAt[strictly_before]'])?.from,
    },
  };
}
