import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../http/collection.js';

const LONGEST_NAME = 200;
/** No name of a source holds a control character, and no database takes a NUL. */
const PART_OF_A_NAME = /^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$/;

export class SourcesQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'A part of the name; case and accents make no difference.',
    maxLength: LONGEST_NAME,
    pattern: PART_OF_A_NAME.source,
  })
  @IsOptional()
  @Matches(PART_OF_A_NAME, { message: 'expects a part of a name, without control characters' })
  @MaxLength(LONGEST_NAME, { message: `is longer than ${LONGEST_NAME} characters` })
  @IsString({ message: 'expects a part of a name, once' })
  name?: string;
}
