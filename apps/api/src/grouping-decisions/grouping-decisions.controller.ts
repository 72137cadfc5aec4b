import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { SentenceLanguage } from '@gable/domain/criteria';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, ForOperators } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { GroupingDecisionResponse } from '../grouping/grouping-decision-response.js';
import { ApiSpokenLanguage, LANGUAGE_HEADERS, SpokenLanguage } from '../http/spoken-language.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { GroupingDecisionRequest } from './grouping-decision-request.js';
import { answering, GroupingDecisionsService } from './grouping-decisions.service.js';
import { GroupingPreviewResponse } from './grouping-preview-response.js';

const CONTRADICTS = { description: 'The decision contradicts an earlier one that still stands; detail names it.' };
const WHOSE = 'Only for keys of accounts in the setting OPERATOR_ACCOUNTS, because a decision applies to all accounts.';

@Controller('grouping-decisions')
@Admitted('records')
@ApiKeyed('Properties')
export class GroupingDecisionsController {
  constructor(private readonly decisions: GroupingDecisionsService) {}

  @Post()
  @Admitted('listings')
  @ForOperators()
  @NeedsScope('grouping:write')
  @ApiOperation({
    operationId: 'decideGrouping',
    summary: 'Decide which listings are one property',
    description: [
      WHOSE,
      'After a merge, all listings of the properties stay together. After a split, the listings that leave ' +
        'stay apart from those that remain. Both hold whatever the evidence says. No alert event follows, ' +
        'because no listing changed.',
    ].join('\n\n'),
  })
  @ApiCreatedResponse({
    type: GroupingDecisionResponse,
    description: 'The decision is stored and carried out.',
    headers: LOCATION_HEADER,
  })
  @ApiConflictResponse(CONTRADICTS)
  async decide(
    @Caller() caller: Caller,
    @Body() request: GroupingDecisionRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupingDecisionResponse> {
    const decision = await answering(request, () => this.decisions.decide(caller, request));
    reply.header('location', `/grouping-decisions/${decision.id}`);
    return decision;
  }

  @Post('preview')
  @HttpCode(200)
  @ForOperators()
  @NeedsScope('grouping:read')
  @ApiOperation({
    operationId: 'previewGroupingDecision',
    summary: 'Preview a decision',
    description: `Takes the same body and refuses it for the same reasons, but changes nothing. ${WHOSE}`,
  })
  @ApiSpokenLanguage()
  @ApiOkResponse({
    type: GroupingPreviewResponse,
    description: 'The properties before and after.',
    headers: LANGUAGE_HEADERS,
  })
  @ApiConflictResponse(CONTRADICTS)
  preview(
    @Body() request: GroupingDecisionRequest,
    @SpokenLanguage() language: SentenceLanguage,
  ): Promise<GroupingPreviewResponse> {
    return answering(request, () => this.decisions.preview(request, language));
  }

  @Get(':uuid')
  @ForOperators()
  @NeedsScope('grouping:read')
  @ApiOperation({ operationId: 'readGroupingDecision', summary: 'Read a decision', description: WHOSE })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: GroupingDecisionResponse, description: 'The decision, even if it was withdrawn.' })
  read(@Param('uuid', UuidInPath) uuid: string): Promise<GroupingDecisionResponse> {
    return this.decisions.read(uuid);
  }

  @Delete(':uuid')
  @Admitted('listings')
  @ForOperators()
  @NeedsScope('grouping:write')
  @ApiOperation({
    operationId: 'withdrawGroupingDecision',
    summary: 'Withdraw a decision',
    description: [
      WHOSE,
      'Its listings are no longer kept together or apart. They are grouped by their evidence at once. If ' +
        'that creates a property, it gets a new uuid.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: GroupingDecisionResponse, description: 'The decision is kept and marked as withdrawn.' })
  withdraw(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<GroupingDecisionResponse> {
    return this.decisions.withdraw(caller, uuid);
  }
}
