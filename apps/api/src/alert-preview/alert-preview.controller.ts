import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { AlertBodies } from '../alerts/alert-bodies.js';
import type { JsonObject } from '../http/json-body.js';
import { DocumentPreview } from './alert-preview.openapi.js';
import { AlertPreviewService, type AlertPreview } from './alert-preview.service.js';

@Controller('alerts/preview')
export class AlertPreviewController {
  constructor(
    private readonly bodies: AlertBodies,
    private readonly previews: AlertPreviewService,
  ) {}

  @Post()
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentPreview()
  async preview(@Caller() { accountId }: Caller, @Body() body: JsonObject): Promise<AlertPreview> {
    // Checked as a whole, so that what can be tried can be stored; only a name may still be missing.
    const { criteria } = await this.bodies.readNew(
      accountId,
      Object.hasOwn(body, 'name') ? body : { ...body, name: 'Preview' },
    );
    return this.previews.preview(criteria);
  }
}
