import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ApiRequestSchema } from '../openapi/decorators.js';

@ApiRequestSchema()
export class CreateFavoriteRequest {
  @ApiProperty({ format: 'uuid' })
  @Matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { message: 'expects the UUID of a property' })
  propertyId: string;
}
