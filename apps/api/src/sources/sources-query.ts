import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../http/collection.js';

const LONGEST_NAME = 200;

export class SourcesQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'Part of the name, whatever its case and accents.',
    maxLength: LONGEST_NAME,
    pattern: '\\S',
  })
  @IsOptional()
  @Matches(/\S/, { message: 'expects a part of a name' })
  @MaxLength(LONGEST_NAME, { message: `is longer than ${LONGEST_NAME} characters` })
  @IsString({ message: 'expects a part of a name, once' })
  name?: string;
}
