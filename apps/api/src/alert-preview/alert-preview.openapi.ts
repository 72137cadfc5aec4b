import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { ref } from '../openapi/schema.js';

export const DocumentPreview = () =>
  applyDecorators(
    ApiTags('Alerts'),
    ApiSecurity('apiKey'),
    ApiOperation({
      operationId: 'previewAlert',
      summary: 'Try an alert without storing it',
      description:
        'Takes the body of an alert; its name may be left out. Says what meets it now, and how many events of each type it would have recorded in the last 30 days.',
    }),
    ApiBody({ required: true, schema: ref('AlertPreviewRequest') }),
    ApiResponse({
      status: 200,
      description: 'What the alert would find.',
      content: { [JSON_TYPE]: { schema: ref('AlertPreview') } },
    }),
  );
