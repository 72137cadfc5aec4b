import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { DocumentCollection } from '../openapi/collection.js';
import { answer, string, uuid, type Schema } from '../openapi/schema.js';

const source: Schema = answer({
  id: uuid,
  name: { ...string, description: 'What listings name as dataProvider.' },
  domain: string,
});

export const DocumentSources = () =>
  applyDecorators(
    ApiTags('Sources'),
    ApiSecurity('apiKey'),
    ApiOperation({ operationId: 'listSources', summary: 'List the sources of adverts', description: 'By name.' }),
    ApiQuery({
      name: 'name',
      required: false,
      description: 'Part of the name, whatever its case and accents.',
      schema: { type: 'string', maxLength: 200, pattern: '\\S' },
    }),
    DocumentCollection(source, 'Sources whose name holds the text.'),
  );
