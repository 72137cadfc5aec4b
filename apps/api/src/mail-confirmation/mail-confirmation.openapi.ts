import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { FORM_TYPES } from '../http/forms.js';
import { mailLink, pageAnswer } from '../openapi/mail-link.js';

const ofToken = () => mailLink('Mail addresses');

const expired = () => pageAnswer(404, 'A page that says that the link does not work any more.');

export const DocumentAsk = () =>
  applyDecorators(
    ofToken(),
    ApiOperation({
      operationId: 'askToConfirmAddress',
      summary: 'A page with a button that confirms a mail address; changes nothing',
    }),
    pageAnswer(200, 'The page, or one that says that it was confirmed already.'),
    expired(),
  );

export const DocumentConfirm = () =>
  applyDecorators(
    ofToken(),
    ApiOperation({
      operationId: 'confirmAddress',
      summary: 'Confirm that a mail address wants the mails of an account',
      description:
        'Without a key, where EMAIL_CONFIRMATION is required. What waited for it goes out. Doing it again changes nothing. The body is not read.',
    }),
    ApiConsumes(...FORM_TYPES),
    ApiBody({ required: false, schema: { type: 'object' } }),
    pageAnswer(200, 'It is confirmed.'),
    expired(),
  );
