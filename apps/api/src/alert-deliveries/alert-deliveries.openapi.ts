import { REPLAY_LIMIT } from '@gable/persistence/delivery';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { DocumentNotificationFilters, DocumentQueued } from '../event-notifications/event-notifications.openapi.js';
import { JSON_TYPE } from '../http/negotiation.js';
import { DocumentCollection } from '../openapi/collection.js';
import { answer, integer, orNull, ref, uuid } from '../openapi/schema.js';

const ofAlert = () =>
  applyDecorators(
    ApiTags('Event notifications'),
    ApiSecurity('apiKey'),
    ApiParam({ name: 'uuid', description: 'Of the alert.', schema: uuid }),
  );

const LIMIT = REPLAY_LIMIT.toLocaleString('en-US');

export const DocumentAlertNotifications = () =>
  applyDecorators(
    ofAlert(),
    ApiOperation({
      operationId: 'listAlertNotifications',
      summary: 'List attempts to tell the events of an alert',
      description: 'Newest first.',
    }),
    DocumentNotificationFilters(),
    DocumentCollection(ref('EventNotification'), 'Attempts that pass all filters.'),
  );

export const DocumentTest = () =>
  applyDecorators(
    ofAlert(),
    ApiOperation({
      operationId: 'testAlert',
      summary: 'Send a test to where an alert sends',
      description: [
        'A webhook of type alert.test, signed like every other, or a mail that says it is a test. It records a notification and no event, and goes out from an alert that is switched off, too.',
        'A destination that was switched off gets one try. An alert without a destination is 422.',
      ].join('\n\n'),
    }),
    DocumentQueued('The attempt that was queued; read it again to see how it went.'),
  );

export const DocumentReplay = () =>
  applyDecorators(
    ofAlert(),
    ApiOperation({
      operationId: 'replayAlert',
      summary: 'Send the deliveries of a period again',
      description: [
        `Those whose first attempt was queued from since on and before until: the oldest first; tests and those that wait anyway are left out.`,
        'With onlyFailed those that failed for good; without it also those that were delivered or skipped. They keep their webhook-id and go to where the alert sends now.',
        `One request queues ${LIMIT} at most. Where more are left, nextRequestBody is the body that goes on: send it as it is until it is null.`,
      ].join('\n\n'),
    }),
    ApiBody({ required: true, schema: ref('Replay') }),
    ApiResponse({
      status: 202,
      description: 'How many deliveries were queued, and the body that queues the next ones; null where none are left.',
      content: {
        [JSON_TYPE]: {
          schema: answer({
            queued: { ...integer, minimum: 0, maximum: REPLAY_LIMIT },
            nextRequestBody: orNull(ref('Replay')),
          }),
        },
      },
    }),
  );
