import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { GROUPING_EXAMPLE } from '../openapi/grouping-schemas.js';
import { ref, uuid } from '../openapi/schema.js';
import { ApiMergedResponse } from '../properties/merged-property.js';

export const DocumentGrouping = () =>
  applyDecorators(
    ApiTags('Properties'),
    ApiSecurity('apiKey'),
    ApiOperation({
      operationId: 'readPropertyGrouping',
      summary: 'Why these adverts are one home',
      description: [
        'Compares every two adverts of the property as they are now. Scores are bits of evidence: at 0 it is as likely as not that both show one home, each bit more doubles the odds.',
        'Two adverts that contradict each other in an attribute are never put together by evidence, whatever their score; only a decision by hand does that.',
        'An advert joins a property by its average over all adverts there, so a single pair of a home may be below 0.',
      ].join('\n\n'),
    }),
    ApiParam({ name: 'uuid', schema: uuid }),
    ApiResponse({
      status: 200,
      description: 'Pairs, what was noted, and what was decided by hand.',
      content: { [JSON_TYPE]: { schema: ref('PropertyGrouping'), example: GROUPING_EXAMPLE } },
    }),
    ApiMergedResponse(),
  );
