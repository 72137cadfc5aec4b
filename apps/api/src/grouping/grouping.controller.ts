import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Roles } from '../access/roles.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { Billable } from '../usage/billable.js';
import type { GroupingAnswer } from './grouping-answer.js';
import { DocumentGrouping } from './grouping.openapi.js';
import { GroupingService } from './grouping.service.js';

@Controller('properties')
export class GroupingController {
  constructor(private readonly grouping: GroupingService) {}

  @Get(':uuid/grouping')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Billable('search', () => 1)
  @DocumentGrouping()
  async read(
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupingAnswer | undefined> {
    const found = await this.grouping.read(uuid);
    if (!('mergedInto' in found)) return found;
    reply.status(301).header('location', `/properties/${found.mergedInto}/grouping`);
    return undefined;
  }
}
