import { DIVISION_TYPES, type DivisionType } from '@gable/domain';
import type { NameQuery } from '@gable/domain/divisions';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ApiWordsOf } from '../openapi/decorators.js';
import { AreWordsOf, wordsOf, type Repeatable } from '../http/repeatable.js';

export const LONGEST_TEXT = 100;
export const MOST_FOUND = 50;
export const USUALLY_FOUND = 10;

export class AutocompleteQuery {
  @ApiProperty({
    description: 'A name, a postal code, the beginning of one of them, or both: "75011 Paris".',
    minLength: 1,
    maxLength: LONGEST_TEXT,
    pattern: '[\\p{L}\\p{N}]',
    example: 'saint-etienne',
  })
  @Matches(/[\p{L}\p{N}]/u, { message: 'expects at least one letter or digit' })
  @MaxLength(LONGEST_TEXT, { message: `is longer than ${LONGEST_TEXT} characters` })
  @IsString({ message: 'is missing or given twice; expects what was typed so far, once' })
  q!: string;

  @ApiWordsOf(DIVISION_TYPES, 'Only divisions of these types; repeat the parameter for several.')
  @IsOptional()
  @AreWordsOf(DIVISION_TYPES)
  type?: Repeatable<DivisionType>;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_FOUND, default: USUALLY_FOUND })
  @Matches(/^(?:[1-9]|[1-4]\d|50)$/, { message: `expects a whole number from 1 to ${MOST_FOUND}, once` })
  limit: string = String(USUALLY_FOUND);
}

export function nameQueryOf({ q, type, limit }: AutocompleteQuery): NameQuery {
  return { text: q, types: wordsOf(type), limit: Number(limit) };
}
