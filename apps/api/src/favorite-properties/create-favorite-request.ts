import { UUID } from '@gable/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ApiRequestSchema } from '../openapi/decorators.js';

@ApiRequestSchema()
export class CreateFavoriteRequest {
  @ApiProperty({ format: 'uuid' })
  @Matches(UUID, { message: 'expects the UUID of a property' })
  propertyId: string;
}
