import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.js';
import { JSON_TYPE } from '../http/negotiation.js';
import { ALERT_CHANGE_EXAMPLES, ALERT_EXAMPLES } from './alert-examples.js';
import { DocumentCollection } from '../openapi/collection.js';
import { ref, uuid } from '../openapi/schema.js';

const keyed = () => applyDecorators(ApiTags('Alerts'), ApiSecurity('apiKey'));

const uuidParameter = () => ApiParam({ name: 'uuid', schema: uuid });

const oneAlert = (description: string) =>
  ApiResponse({ status: 200, description, content: { [JSON_TYPE]: { schema: ref('Alert') } } });

export const DocumentCreateAlert = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'createAlert',
      summary: 'Store a wish and be told of what meets it',
      description: [
        'The alert matches every change of a listing that is stored from now on.',
        'searchMode is advanced by default: the body carries criteria. In classic mode the filters stand beside the name.',
        'With neither destinationEmail nor destinationWebhookUrl events are recorded and nothing is sent.',
      ].join('\n\n'),
    }),
    ApiHeader({
      name: IDEMPOTENCY_HEADER,
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description:
        'A text of your choice, such as a UUID. The same key and body give the first answer for 24 hours and no second alert; another body is 422.',
    }),
    ApiBody({ required: true, schema: ref('NewAlert'), examples: ALERT_EXAMPLES }),
    ApiResponse({
      status: 201,
      description: 'The alert, with the key its webhooks are signed with.',
      headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
      content: { [JSON_TYPE]: { schema: ref('Alert') } },
    }),
  );

export const DocumentAlerts = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'listAlerts', summary: 'List the alerts of your account, oldest first' }),
    DocumentCollection(ref('Alert'), 'Alerts.'),
  );

export const DocumentAlert = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readAlert', summary: 'Read an alert' }),
    uuidParameter(),
    oneAlert('The alert.'),
  );

export const DocumentChangeAlert = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'changeAlert',
      summary: 'Change an alert',
      description: [
        'Fields that are left out stay, null clears, criteria are replaced as a whole; an answer of GET can be sent back.',
        'What is stored after the answer is matched with the new criteria. Switched off, an alert records nothing and its queued notifications are skipped.',
      ].join('\n\n'),
    }),
    uuidParameter(),
    ApiBody({ required: true, schema: ref('AlertChange'), examples: ALERT_CHANGE_EXAMPLES }),
    oneAlert('The alert as it is now.'),
  );

export const DocumentRemoveAlert = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'deleteAlert', summary: 'Delete an alert and its events' }),
    uuidParameter(),
    ApiResponse({ status: 204, description: 'The alert is gone.' }),
  );
