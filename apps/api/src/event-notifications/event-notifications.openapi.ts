import { DESTINATION_CHANNELS } from '@gable/domain/alert';
import { NOTIFICATION_STATUSES } from '@gable/persistence/delivery';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { DocumentCollection } from '../openapi/collection.js';
import { oneWordOf, ref, uuid } from '../openapi/schema.js';

/** Query parameters of every list of notifications. */
export const DocumentNotificationFilters = () =>
  applyDecorators(
    ApiQuery({ name: 'status', required: false, schema: oneWordOf(NOTIFICATION_STATUSES) }),
    ApiQuery({ name: 'channel', required: false, schema: oneWordOf(DESTINATION_CHANNELS) }),
  );

/** The answer to everything that queues one attempt. */
export const DocumentQueued = (description: string) =>
  ApiResponse({
    status: 202,
    description,
    headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
    content: { [JSON_TYPE]: { schema: ref('EventNotification') } },
  });

const keyed = () => applyDecorators(ApiTags('Event notifications'), ApiSecurity('apiKey'));

export const DocumentNotifications = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'listEventNotifications',
      summary: 'List attempts to tell events',
      description: 'Newest first.',
    }),
    ApiQuery({ name: 'alert', required: false, description: 'Only of this alert.', schema: uuid }),
    DocumentNotificationFilters(),
    DocumentCollection(ref('EventNotification'), 'Attempts that pass all filters.'),
  );

export const DocumentNotification = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readEventNotification', summary: 'Read an attempt to tell events' }),
    ApiParam({ name: 'uuid', schema: uuid }),
    ApiResponse({
      status: 200,
      description: 'The attempt.',
      content: { [JSON_TYPE]: { schema: ref('EventNotification') } },
    }),
  );

export const DocumentResend = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'resendEventNotification',
      summary: 'Send again what a notification told',
      description: [
        'Queues the next attempt of the delivery at once, to where the alert sends now, under the same webhook-id; the schedule begins anew. One that waits anyway is sent at once instead.',
        'Whatever its outcome was: a receiver that lost what it had accepted can ask for it again. A destination that was switched off gets one try.',
      ].join('\n\n'),
    }),
    ApiParam({ name: 'uuid', schema: uuid }),
    DocumentQueued('The attempt that was queued.'),
  );
