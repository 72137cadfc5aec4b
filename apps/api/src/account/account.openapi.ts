import { ROLES } from '@gable/domain';
import { ROUTE_TYPES, USAGE_GRANULARITIES } from '@gable/persistence/usage';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { answer, dateTime, integer, listOf, oneWordOf, orNull, string, uuid, type Schema } from '../openapi/schema.js';
import { ACCOUNT_EXAMPLE, USAGE_EXAMPLE } from './account-examples.js';

const keyed = () => applyDecorators(ApiTags('Account'), ApiSecurity('apiKey'));

const count: Schema = { ...integer, minimum: 0 };
const counts = {
  calls: count,
  results: { ...count, description: 'Items or groups answered; 1 for a single read, 0 for a count.' },
};
const status = oneWordOf(['ACTIVE', 'REVOKED', 'EXPIRED']);
const period: Schema = { ...string, pattern: '^\\d{4}(-\\d{2}){0,2}$' };

const account = answer({
  id: uuid,
  name: string,
  role: { ...oneWordOf(ROLES), description: 'Of the key that asks.' },
  limits: answer({
    requestsPerMinute: orNull({ ...integer, minimum: 1, description: 'Of each key; null = any number.' }),
    searchPageSize: integer,
    pageModeResults: integer,
    cursorModeResults: orNull({ ...integer, description: 'Null = any number.' }),
    collectionPageSize: integer,
  }),
  apiKeys: listOf(
    answer({
      apiKeyUuid: uuid,
      name: string,
      role: oneWordOf(ROLES),
      status,
      createdAt: dateTime,
      expiresAt: orNull(dateTime),
      revokedAt: orNull(dateTime),
    }),
    {
      description: 'Oldest first, without their secrets, which are not stored.',
    },
  ),
});

const apiUsage = answer({
  period: answer({
    start: { ...dateTime, description: 'Inclusive.' },
    end: { ...dateTime, description: 'Exclusive.' },
    granularity: oneWordOf(USAGE_GRANULARITIES),
  }),
  totals: answer(counts),
  timeSeries: listOf(answer({ period, ...counts }), {
    description: 'Every UTC day, month or year that the range touches, also without calls, oldest first.',
  }),
  byApiKey: listOf(answer({ apiKeyUuid: uuid, apiKeyName: string, status, ...counts }), {
    description: 'Every key of the account, or the one asked for, also without calls.',
  }),
  byRoute: listOf(
    answer({ route: { ...string, examples: ['POST /properties'] }, routeType: oneWordOf(ROUTE_TYPES), ...counts }),
    { description: 'Routes that were called.' },
  ),
});

export const DocumentAccount = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readAccount', summary: 'Read who you are and what bounds you' }),
    ApiResponse({
      status: 200,
      description: 'The account of the key.',
      content: { [JSON_TYPE]: { schema: account, example: ACCOUNT_EXAMPLE } },
    }),
  );

export const DocumentApiUsage = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'readApiUsage',
      summary: 'Read what your keys have used',
      description: [
        'Billable are answers with 2xx of the property and analytics routes; they stand here within a second.',
        'startDate counts, endDate does not. What is older than two hours is known by the hour: it belongs to a range when its hour begins in it.',
      ].join('\n\n'),
    }),
    ApiQuery({
      name: 'startDate',
      required: false,
      description: 'Inclusive; 30 days before now where it is not given.',
      schema: { ...dateTime, examples: ['2026-11-01T00:00:00Z'] },
    }),
    ApiQuery({
      name: 'endDate',
      required: false,
      description: 'Exclusive; now where it is not given.',
      schema: { ...dateTime, examples: ['2026-12-01T00:00:00Z'] },
    }),
    ApiQuery({ name: 'apiKeyId', required: false, description: 'Only of this key of yours.', schema: uuid }),
    ApiQuery({ name: 'granularity', required: false, schema: { ...oneWordOf(USAGE_GRANULARITIES), default: 'day' } }),
    ApiResponse({
      status: 200,
      description: 'Usage of the account.',
      content: { [JSON_TYPE]: { schema: apiUsage, example: USAGE_EXAMPLE } },
    }),
  );
