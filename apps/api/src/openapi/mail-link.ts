import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { string } from './schema.js';

/** An address that stands in mails, so that its token is all there is to ask for. */
export const mailLink = (tag: string) =>
  applyDecorators(ApiTags(tag), ApiParam({ name: 'token', description: 'From the link in a mail.', schema: string }));

/** A page for people. */
export const pageAnswer = (status: number, description: string) =>
  ApiResponse({ status, description, content: { 'text/html': { schema: string } } });
