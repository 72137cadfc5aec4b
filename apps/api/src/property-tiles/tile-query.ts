import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';

export class TileQuery {
  @ApiProperty({ format: 'uuid', description: 'The `searchId` of POST /properties/tiles.' })
  @IsUUID(undefined, { message: 'is missing, given twice, or not a searchId of POST /properties/tiles, a UUID' })
  search!: string;
}
