import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Favorite } from '@gable/persistence/properties';

@ApiSchema({ name: 'Favorite' })
export class FavoriteResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) propertyId: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export function favoriteResponse({ id, propertyId, createdAt }: Favorite): FavoriteResponse {
  return { id, propertyId, createdAt: createdAt.toISOString() };
}
