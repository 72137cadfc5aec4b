import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { AlertBodies } from '../alerts/alert-bodies.js';
import { PreviewAlertRequest } from '../alerts/alert-request.js';
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
  ) {}

  @Post()
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Billable('search', ({ items }: AlertPreviewResponse) => items.length)
  @ApiOperation({
    operationId: 'previewAlert',
    summary: 'Try an alert without storing it',
    description:
      'Takes the body of an alert; its name may be left out. Says what meets it now, and how many events of each ' +
      'type it would have recorded in the last 30 days.',
  })
  @ApiBody({ type: PreviewAlertRequest })
  @ApiOkResponse({ type: AlertPreviewResponse, description: 'What the alert would find.' })
  async preview(@Caller() { accountId }: Caller, @Body() request: PreviewAlertRequest): Promise<AlertPreviewResponse> {
    // Checked as a whole, so that what can be tried can be stored; only a name may still be missing.
    const { criteria } = await this.bodies.readNew(accountId, { name: 'Preview', ...request });
    return this.previews.preview(criteria);
  }
}
