import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNotFoundResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { FORM_TYPES } from '../http/forms.js';

/** Describes a controller whose address stands in mails: its token is all there is to ask for. */
export const ApiMailLink = (tag: string) =>
  applyDecorators(ApiTags(tag), ApiParam({ name: 'token', description: 'The token of the link in an e-mail.' }));

/** Describes pages for people: the one that is asked for, and the one where there is nothing. */
export const ApiPages = (found: string, notFound: string) =>
  applyDecorators(
    ApiOkResponse({ description: found, content: PAGE }),
    ApiNotFoundResponse({ description: notFound, content: PAGE }),
  );

/** Describes a form whose fields nobody reads. */
export const ApiForm = (properties?: Record<string, { type: string; enum?: string[] }>) =>
  applyDecorators(
    ApiConsumes(...FORM_TYPES),
    ApiBody({ required: false, schema: { type: 'object', ...(properties && { properties }) } }),
  );

const PAGE = { 'text/html': { schema: { type: 'string' } } };
