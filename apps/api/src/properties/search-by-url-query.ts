import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

/** No control characters and no half of a surrogate pair: nothing that text in the database cannot hold. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;

export class SearchByUrlQuery {
  @ApiProperty({ minLength: 1, maxLength: 2_048 })
  @Matches(PRINTABLE, { message: 'expects the address of an advert, without control characters' })
  @MaxLength(2_048, { message: 'is longer than 2,048 characters' })
  @IsString({ message: 'expects the address of an advert, once' })
  url: string;
}
