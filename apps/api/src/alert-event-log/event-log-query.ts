import { isUuid } from '@gable/domain';
import type { EventLogRange } from '@gable/persistence/alerts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { FieldsParameter } from '../fields/fields-query.js';
import { IsMoment, momentOf } from '../http/date-time.js';
import { DirectionParameter, type Direction } from '../http/direction.js';
import { MOMENT } from '../openapi/schema.js';

const DEFAULT_SIZE = '30';

export class EventLogQuery {
  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'Only events that follow this one in the requested order: the id of the last event you read. That ' +
      'event may have been removed since.',
  })
  @IsOptional()
  @ValidateBy({
    name: 'isEventId',
    validator: {
      validate: (value) => typeof value === 'string' && isUuid(value),
      defaultMessage: () => 'expects the id of an event, once',
    },
  })
  after?: string;

  @ApiPropertyOptional({
    ...MOMENT,
    description: 'Events of this moment or later; a bare date means the start of that day.',
  })
  @IsOptional()
  @IsMoment()
  'createdAt[after]'?: string;

  @DirectionParameter('asc', 'desc: newest first, to read backwards.')
  'order[createdAt]': Direction = 'asc';

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: Number(DEFAULT_SIZE) })
  @Matches(/^(?:[1-9]\d?|100)$/, { message: 'expects a whole number from 1 to 100, once' })
  size: string = DEFAULT_SIZE;

  @FieldsParameter() fields?: string | string[];
}

export function logRangeOf(query: EventLogQuery): EventLogRange {
  return {
    direction: query['order[createdAt]'],
    after: query.after?.toLowerCase(),
    since: momentOf(query['createdAt[after]'])?.from,
    limit: Number(query.size),
  };
}
