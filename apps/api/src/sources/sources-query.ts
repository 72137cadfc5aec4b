import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../http/collection.js';

export class SourcesQuery extends PageQuery {
  @IsOptional()
  @Matches(/\S/, { message: 'expects a part of a name' })
  @MaxLength(200, { message: 'is longer than 200 characters' })
  @IsString({ message: 'expects a part of a name, once' })
  name?: string;
}
