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

const CONTRADICTS = { description: 'It contradicts a decision that stands; the sentence names that one.' };
const WHOSE = 'For keys of accounts that the setting OPERATOR_ACCOUNTS names: what is decided holds for everybody.';

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
      'A merge keeps all listings of the properties together from now on, a split keeps those that go apart from ' +
        'those that stay, whatever evidence says. No alert event follows: no listing changed.',
    ].join('\n\n'),
  })
  @ApiCreatedResponse({ type: GroupingDecisionResponse, description: 'Decided and done.', headers: LOCATION_HEADER })
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
    summary: 'See what such a decision would come to',
    description: `The same body, refused for the same reasons; nothing is changed. ${WHOSE}`,
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
  @ApiOkResponse({ type: GroupingDecisionResponse, description: 'The decision, also one that was taken back.' })
  read(@Param('uuid', UuidInPath) uuid: string): Promise<GroupingDecisionResponse> {
    return this.decisions.read(uuid);
  }

  @Delete(':uuid')
  @Admitted('listings')
  @ForOperators()
  @NeedsScope('grouping:write')
  @ApiOperation({
    operationId: 'withdrawGroupingDecision',
    summary: 'Take a decision back',
    description: [
      WHOSE,
      'Nothing holds its listings together or apart any more, and they are grouped by their evidence at once. A ' +
        'property that comes about by that has a uuid of its own.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: GroupingDecisionResponse, description: 'It is kept as taken back.' })
  withdraw(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<GroupingDecisionResponse> {
    return this.decisions.withdraw(caller, uuid);
  }
}
