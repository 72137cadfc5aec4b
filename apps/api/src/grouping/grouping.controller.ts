import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { ApiSpokenLanguage, LANGUAGE_HEADERS, SpokenLanguage } from '../http/spoken-language.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { ApiMergedResponse, redirectToSurvivor } from '../properties/merged-property.js';
import { Billable } from '../usage/billable.js';
import { GROUPING_EXAMPLE } from './grouping-examples.js';
import { GroupingResponse } from './grouping-response.js';
import { GroupingService } from './grouping.service.js';

@Controller('properties')
@Admitted('search')
@ApiKeyed('Properties')
export class GroupingController {
  constructor(private readonly grouping: GroupingService) {}

  @Get(':uuid/grouping')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 1)
  @ApiOperation({
    operationId: 'readPropertyGrouping',
    summary: 'Read why listings are one property',
    description: [
      'Compares every two listings of the property as they are now. Scores are bits of evidence: 0 means ' +
        'that it is as likely as not that both are one property, and each further bit doubles the odds.',
      'Two listings that contradict each other in an attribute are never grouped by evidence, whatever ' +
        'their score. Only a manual decision can group them.',
      'A listing joins a property by its average score over all listings there, so a single pair may be below 0.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiSpokenLanguage()
  @ApiOkResponse({
    type: GroupingResponse,
    description: 'The pairs, the reasons recorded when listings were placed, and manual decisions.',
    headers: LANGUAGE_HEADERS,
    example: GROUPING_EXAMPLE,
  })
  @ApiMergedResponse()
  async read(
    @Param('uuid', UuidInPath) uuid: string,
    @SpokenLanguage() language: SentenceLanguage,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupingResponse | undefined> {
    const found = await this.grouping.read(uuid, language);
    return 'mergedInto' in found ? redirectToSurvivor(reply, found, '/grouping') : found;
  }
}
