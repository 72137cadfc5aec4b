import { DIVISION_TYPES, type DivisionType } from '@gable/domain';
import type { NameQuery } from '@gable/domain/divisions';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { AreWordsOf, wordsOf, type Repeatable } from '../http/repeatable.js';

export const LONGEST_TEXT = 100;
export const MOST_FOUND = 50;
export const USUALLY_FOUND = 10;

export class AutocompleteQuery {
  @Matches(/[\p{L}\p{N}]/u, { message: 'expects at least one letter or digit' })
  @MaxLength(LONGEST_TEXT, { message: `is longer than ${LONGEST_TEXT} characters` })
  @IsString({ message: 'is missing, or stands there twice; what was typed so far is expected, once' })
  q!: string;

  @IsOptional()
  @AreWordsOf(DIVISION_TYPES)
  type?: Repeatable<DivisionType>;

  @Matches(/^(?:[1-9]|[1-4]\d|50)$/, { message: `expects a whole number from 1 to ${MOST_FOUND}, once` })
  limit: string = String(USUALLY_FOUND);
}

export function nameQueryOf({ q, type, limit }: AutocompleteQuery): NameQuery {
  return { text: q, types: wordsOf(type), limit: Number(limit) };
}
