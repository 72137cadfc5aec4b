import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { FORM_TYPES } from '../http/forms.js';
import { mailLink, pageAnswer } from '../openapi/mail-link.js';

const ofToken = () => mailLink('Unsubscribe');

const unknown = () => pageAnswer(404, 'A page that says that the link belongs to no mails.');

export const DocumentAsk = () =>
  applyDecorators(
    ofToken(),
    ApiOperation({
      operationId: 'askToUnsubscribe',
      summary: 'A page with a button that stops the mails of an alert; changes nothing',
    }),
    pageAnswer(200, 'The page, or one that says that they are stopped already.'),
    unknown(),
  );

export const DocumentUnsubscribe = () =>
  applyDecorators(
    ofToken(),
    ApiOperation({
      operationId: 'unsubscribe',
      summary: 'Stop the mails of an alert to the address of the mail',
      description: 'One click (RFC 8058), without a key. Doing it again changes nothing. The body is not read.',
    }),
    ApiConsumes(...FORM_TYPES),
    ApiBody({
      required: false,
      schema: { type: 'object', properties: { 'List-Unsubscribe': { type: 'string', enum: ['One-Click'] } } },
    }),
    pageAnswer(200, 'They are stopped.'),
    unknown(),
  );
