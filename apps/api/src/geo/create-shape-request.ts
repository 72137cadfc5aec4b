import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiRequestSchema } from '../openapi/decorators.js';
import { AreaGeometrySchema } from './area-schema.js';

export const LONGEST_NAME = 200;

/** An area with a name; a bare geometry is taken as well. `readShape` reads both. */
@ApiRequestSchema({ name: 'ShapeRequest' })
export class CreateShapeRequest {
  [member: string]: unknown;

  @ApiPropertyOptional({
    description:
      'The name of the area in sentences about criteria, in e-mails, previews and explanations. Without a ' +
      'name, they show its id.',
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: LONGEST_NAME,
  })
  name?: string | null;
  @ApiProperty({ type: AreaGeometrySchema }) geometry: object;
}
