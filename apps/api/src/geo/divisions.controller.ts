import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { simplifyArea } from '@gable/domain/geo';
import { DivisionStore } from '@gable/persistence/geography';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { notFound } from '../http/problem.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { AutocompleteQuery, MOST_FOUND, nameQueryOf } from './autocomplete-query.js';
import {
  DivisionResponse,
  DivisionSuggestionResponse,
  MOST_CHILDREN,
  OutlinedDivisionResponse,
} from './division-response.js';
import { DivisionSearch } from './division-search.js';
import { boxOf, MOST_OUTLINES, OutlinesQuery, toleranceOf } from './outlines-query.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('geo')
@Admitted('records')
@ApiKeyed('Geography')
export class DivisionsController {
  constructor(
    private readonly search: DivisionSearch,
    private readonly divisions: DivisionStore,
  ) {}

  @Get('autocomplete')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('places:read')
  @ApiOperation({
    operationId: 'autocompleteDivisions',
    summary: 'Find divisions while typing',
    description:
      'Finds names, whatever their accents, hyphens and spaces, even with one or two typing errors, and ' +
      'postal codes. The best matches come first: whole names, then beginnings, later words, and typing ' +
      'errors; among equals, divisions with more properties.',
  })
  @ApiExtraModels(DivisionSuggestionResponse)
  @ApiOkResponse({
    schema: { type: 'array', maxItems: MOST_FOUND, items: { $ref: getSchemaPath(DivisionSuggestionResponse) } },
    description: 'The best matches; none is an empty list.',
  })
  autocomplete(@ReadQuery() query: AutocompleteQuery): Promise<DivisionSuggestionResponse[]> {
    return this.search.find(nameQueryOf(query));
  }

  @Get('outlines')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('places:read')
  @ApiOperation({
    operationId: 'listOutlines',
    summary: 'Read the outlines of the divisions in a box',
    description:
      'For drawing a map without tiles: divisions whose place is in the box, and those around them; the ' +
      'largest kind first, among equals those with more properties. Outlines are simplified to what the ' +
      'box can show; GET /geo/divisions/{id} returns them as loaded. A box with west > east crosses the ' +
      '180th meridian.',
  })
  @ApiExtraModels(OutlinedDivisionResponse)
  @ApiOkResponse({
    schema: { type: 'array', maxItems: MOST_OUTLINES, items: { $ref: getSchemaPath(OutlinedDivisionResponse) } },
    description: 'The outlines; none is an empty list.',
  })
  async outlines(@ReadQuery() query: OutlinesQuery): Promise<OutlinedDivisionResponse[]> {
    const box = boxOf(query);
    const divisions = await this.divisions.outlinesIn(box, Number(query.limit));
    return divisions.map(({ geometry, ...division }) => ({
      ...division,
      geometry: simplifyArea(geometry, toleranceOf(box)),
    }));
  }

  @Get('divisions/:id')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('places:read')
  @ApiOperation({
    operationId: 'readDivision',
    summary: 'Read a division',
    description: 'With the divisions that contain it and the divisions that it contains.',
  })
  @ApiParam({ name: 'id', schema: { type: 'integer', minimum: 1 } })
  @ApiOkResponse({ type: DivisionResponse, description: 'The division.' })
  async read(@Param('id') id: string): Promise<DivisionResponse> {
    const division = isDivisionId(id) ? await this.divisions.find(Number(id), MOST_CHILDREN) : null;
    if (!division) throw notFound();
    const { ancestorIds, ...answer } = division;
    return answer;
  }
}

/** Anything else names nothing, and looks like anything else that is not there. */
function isDivisionId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}
