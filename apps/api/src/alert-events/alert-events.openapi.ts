import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { DocumentCollection } from '../openapi/collection.js';
import { dateTime, listOf, oneWordOf, ref, uuid } from '../openapi/schema.js';
import { DIRECTIONS } from './events-query.js';

const keyed = () =>
  applyDecorators(ApiTags('Alert events'), ApiSecurity('apiKey'), ApiParam({ name: 'alertUuid', schema: uuid }));

const bound = (name: string, description: string) =>
  ApiQuery({ name: `createdAt[${name}]`, required: false, description, schema: dateTime });

export const DocumentAlertEvents = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'listAlertEvents',
      summary: 'List the events of an alert',
      description: 'Newest first, unless another order is asked for.',
    }),
    ApiQuery({ name: 'order[createdAt]', required: false, schema: { ...oneWordOf(DIRECTIONS), default: 'desc' } }),
    ApiQuery({
      name: 'eventType',
      required: false,
      description: 'Only these types; repeated for several.',
      style: 'form',
      explode: true,
      schema: listOf(ref('AlertEventType'), { uniqueItems: true, minItems: 1 }),
    }),
    bound('after', 'At or after.'),
    bound('before', 'At or before.'),
    bound('strictly_after', 'Later than.'),
    bound('strictly_before', 'Earlier than.'),
    DocumentCollection(ref('AlertEvent'), 'Events of these types that lie within all bounds.'),
  );

export const DocumentAlertEvent = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readAlertEvent', summary: 'Read an event' }),
    ApiParam({ name: 'uuid', schema: uuid }),
    ApiResponse({ status: 200, description: 'The event.', content: { [JSON_TYPE]: { schema: ref('AlertEvent') } } }),
  );

export const DocumentExplanation = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'explainAlertEvent',
      summary: 'Why an event was recorded',
      description:
        'Which conditions the listing met and which it did not, before and after the change, with its values, by the criteria the alert had then.',
    }),
    ApiParam({ name: 'eventUuid', schema: uuid }),
    ApiResponse({
      status: 200,
      description: 'The explanation.',
      content: { [JSON_TYPE]: { schema: ref('EventExplanation') } },
    }),
  );
