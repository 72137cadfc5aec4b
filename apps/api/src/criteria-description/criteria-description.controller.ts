import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProperty, ApiSchema } from '@nestjs/swagger';
import { describeCriteria, formatCriteria, type CriteriaJson, type SentenceLanguage } from '@gable/domain/criteria';
import { PlaceNameStore } from '@gable/persistence/geography';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { invalid } from '../http/problem.js';
import { ApiSpokenLanguage, LANGUAGE_HEADERS, SpokenLanguage } from '../http/spoken-language.js';
import { ApiJsonProperty, ApiKeyed } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { readCriteriaBody } from '../criteria-body/read-criteria-body.js';
import { DescribeCriteriaRequest } from './describe-criteria-request.js';

@ApiSchema({ name: 'DescribedCriteria' })
class DescribedCriteriaResponse {
  @ApiProperty({ description: 'The criteria in words.' }) sentence: string;
  @ApiJsonProperty({ ...ref('Criteria'), description: 'The criteria in the form in which an alert returns them.' })
  criteria: CriteriaJson;
}

@Controller('criteria')
@Admitted('records')
@ApiKeyed('Properties')
export class CriteriaDescriptionController {
  constructor(
    private readonly places: CriteriaPlaces,
    private readonly names: PlaceNameStore,
  ) {}

  @Post('describe')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @ApiOperation({
    operationId: 'describeCriteria',
    summary: 'Describe criteria in words',
    description: 'Checks the criteria as a search does, but does not search. Useful while writing criteria.',
  })
  @ApiSpokenLanguage()
  @ApiBody({ type: DescribeCriteriaRequest })
  @ApiOkResponse({ type: DescribedCriteriaResponse, description: 'What the criteria mean.', headers: LANGUAGE_HEADERS })
  async describe(
    @Caller() { accountId }: Caller,
    @Body() request: DescribeCriteriaRequest,
    @SpokenLanguage() language: SentenceLanguage,
  ): Promise<DescribedCriteriaResponse> {
    const read = await readCriteriaBody(this.places, accountId, request);
    if (!read.ok) throw invalid(read.violations);
    return {
      sentence: describeCriteria(read.value, await this.names.of([read.value]), language),
      criteria: formatCriteria(read.value),
    };
  }
}
