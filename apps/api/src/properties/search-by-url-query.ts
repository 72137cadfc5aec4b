import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { FieldsQuery } from '../fields/fields-query.js';

/** No control characters and no half of a surrogate pair: nothing that text in the database cannot hold. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;

export class SearchByUrlQuery extends FieldsQuery {
  @ApiProperty({
    minLength: 1,
    maxLength: 2_048,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
    description: 'The address exactly as the listing has it in `url`: other spellings of it are not found.',
  })
  @Matches(PRINTABLE, { message: 'expects the address of a listing, without control characters' })
  @MaxLength(2_048, { message: 'is longer than 2,048 characters' })
  @IsString({ message: 'expects the address of a listing, once' })
  url: string;
}
