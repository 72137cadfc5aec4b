import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { WordStore } from '@gable/persistence/listings';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { ReadQuery } from '../http/read-query.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { beginningOf, MOST_WORDS, WordsQuery } from './words-query.js';

@ApiSchema({ name: 'Word', description: 'A word that online listings use.' })
class WordResponse {
  @ApiProperty({ description: 'The form that criteria.text takes: lower case, without accents.' }) word: string;
}

@Controller('criteria')
@Admitted('search')
@ApiKeyed('Properties')
export class WordsController {
  constructor(private readonly words: WordStore) {}

  @Get('words')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @ApiOperation({
    operationId: 'suggestWords',
    summary: 'Find the words that listings use',
    description:
      'Forms of a word in titles and descriptions of online listings, for criteria.text. The most frequent ' +
      'ones come first, judged from a few hundred listings.',
  })
  @ApiExtraModels(WordResponse)
  @ApiOkResponse({
    schema: { type: 'array', maxItems: MOST_WORDS, items: { $ref: getSchemaPath(WordResponse) } },
    description: 'The words; none is an empty list.',
  })
  async suggest(@ReadQuery() query: WordsQuery): Promise<WordResponse[]> {
    const words = await this.words.beginningWith(beginningOf(query), Number(query.limit));
    return words.map((word) => ({ word }));
  }
}
