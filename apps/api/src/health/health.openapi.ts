import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { answer, listOf, oneWordOf, string } from '../openapi/schema.js';

const readiness = answer({
  status: oneWordOf(['ready', 'not-ready']),
  reasons: listOf(answer({ check: string, reason: string })),
});

export const DocumentLive = () =>
  applyDecorators(
    ApiTags('Health'),
    ApiOperation({ operationId: 'isLive', summary: 'Whether the process answers at all' }),
    ApiResponse({
      status: 200,
      description: 'It does.',
      content: { 'application/json': { schema: answer({ status: { const: 'live' } }) } },
    }),
  );

export const DocumentReady = () =>
  applyDecorators(
    ApiTags('Health'),
    ApiOperation({ operationId: 'isReady', summary: 'Whether the process can do its work' }),
    ApiResponse({ status: 200, description: 'It can.', content: { 'application/json': { schema: readiness } } }),
    ApiResponse({
      status: 503,
      description: 'It cannot; the reasons say why.',
      content: { 'application/json': { schema: readiness } },
    }),
  );

export const DocumentMetrics = () =>
  applyDecorators(
    ApiTags('Health'),
    ApiOperation({
      operationId: 'scrapeMetrics',
      summary: 'Figures for Prometheus; asks for a bearer token where the operator set one',
    }),
    ApiResponse({ status: 200, description: 'Prometheus text.', content: { 'text/plain': { schema: string } } }),
  );
