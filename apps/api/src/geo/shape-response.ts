import type { AreaGeometry } from '@gable/domain/geo';
import type { StoredShape } from '@gable/persistence/geography';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AreaGeometrySchema } from './area-schema.js';
import { LONGEST_NAME } from './create-shape-request.js';

@ApiSchema({ name: 'Shape' })
export class ShapeResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: String, nullable: true, minLength: 1, maxLength: LONGEST_NAME }) name: string | null;
  @ApiProperty({ type: AreaGeometrySchema }) geometry: AreaGeometry;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export function shapeResponse({ createdAt, ...shape }: StoredShape): ShapeResponse {
  return { ...shape, createdAt: createdAt.toISOString() };
}
