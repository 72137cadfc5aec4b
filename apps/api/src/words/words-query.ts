import { wordsOf } from '@gable/domain/words';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { invalid } from '../http/problem.js';

export const MOST_WORDS = 50;
const USUALLY_FOUND = 10;
const SHORTEST = 3;
const LONGEST = 100;

export class WordsQuery {
  @ApiProperty({
    description: `The beginning of a word, ${SHORTEST} letters or more.`,
    minLength: 1,
    maxLength: LONGEST,
    pattern: '[\\p{L}\\p{N}]',
    example: 'terrass',
  })
  @MaxLength(LONGEST, { message: `is longer than ${LONGEST} characters` })
  @IsString({ message: 'is missing or given twice; expects the beginning of a word, once' })
  q!: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_WORDS, default: USUALLY_FOUND })
  @Matches(/^(?:[1-9]|[1-4]\d|50)$/, { message: `expects a whole number from 1 to ${MOST_WORDS}, once` })
  limit: string = String(USUALLY_FOUND);
}

/** The beginning as it is folded. @throws Problem where it is no beginning of one word */
export function beginningOf({ q }: WordsQuery): string {
  const [word = '', ...others] = wordsOf(q);
  if (others.length === 0 && Array.from(word).length >= SHORTEST && Array.from(word).length <= LONGEST) return word;
  throw invalid([
    { propertyPath: 'q', message: `expects one word, or its beginning, of at least ${SHORTEST} letters` },
  ]);
}
