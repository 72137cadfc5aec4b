import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { AlertBodies } from '../alerts/alert-bodies.js';
import { PreviewAlertRequest } from '../alerts/alert-request.js';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { ApiSpokenLanguage, LANGUAGE_HEADERS, SpokenLanguage } from '../http/spoken-language.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { Billable } from '../usage/billable.js';
import { AlertPreviewResponse } from './alert-preview-response.js';
import { AlertPreviewService } from './alert-preview.service.js';

@Controller('alerts/preview')
@Admitted('preview')
@ApiKeyed('Alerts')
export class AlertPreviewController {
  constructor(
    private readonly bodies: AlertBodies,
    private readonly previews: AlertPreviewService,
    private readonly derivation: DerivationWarnings,
  ) {}

  @Post()
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @Billable('search', ({ items }: AlertPreviewResponse) => items.length)
  @ApiOperation({
    operationId: 'previewAlert',
    summary: 'Try an alert without storing it',
    description:
      'Takes the body of an alert; name may be missing. Returns what meets the criteria now, and how many ' +
      'events of each type the alert would have recorded in the last 30 days.',
  })
  @ApiSpokenLanguage()
  @ApiBody({ type: PreviewAlertRequest })
  @ApiOkResponse({
    type: AlertPreviewResponse,
    description: 'What the alert would find.',
    headers: { ...WARNINGS_HEADERS, ...LANGUAGE_HEADERS },
  })
  async preview(
    @Caller() { accountId }: Caller,
    @Body() request: PreviewAlertRequest,
    @SpokenLanguage() language: SentenceLanguage,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AlertPreviewResponse> {
    // Checked as a whole, so that what can be tried can be stored; only a name may still be missing.
    const { criteria } = await this.bodies.readNew(accountId, { name: 'Preview', ...request });
    sendWarnings(reply, await this.derivation.of(criteria));
    return this.previews.preview(criteria, language);
  }
}
