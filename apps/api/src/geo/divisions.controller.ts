import { Controller, Get, Param, Query } from '@nestjs/common';
import { DivisionStore, type DivisionInPlace } from '@gable/persistence/geography';
import { Roles } from '../access/roles.js';
import { notFound } from '../http/problem.js';
import { AutocompleteQuery, nameQueryOf } from './autocomplete-query.js';
import { DivisionSearch, type DivisionSuggestion } from './division-search.js';
import { DocumentAutocomplete, DocumentDivision } from './divisions.openapi.js';

/** Children shown with a division. */
export const MOST_CHILDREN = 1_000;

@Controller('geo')
export class DivisionsController {
  constructor(
    private readonly search: DivisionSearch,
    private readonly divisions: DivisionStore,
  ) {}

  @Get('autocomplete')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentAutocomplete()
  autocomplete(@Query() query: AutocompleteQuery): Promise<DivisionSuggestion[]> {
    return this.search.find(nameQueryOf(query));
  }

  @Get('divisions/:id')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentDivision()
  async read(@Param('id') id: string): Promise<Omit<DivisionInPlace, 'ancestorIds'>> {
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
