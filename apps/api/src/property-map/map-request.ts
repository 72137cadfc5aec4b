import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ApiJsonProperty, ApiOneOf, ApiRequestSchema } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { AdvancedMode, ClassicMode, IdleSettings, SearchRequest } from '../properties/search-request.js';

/** How far a map can be drawn near. */
export const MOST_ZOOM = 22;

/** What a map asks beside the search. */
export class MapSettings {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_ZOOM, description: 'The zoom of the map.' })
  @Max(MOST_ZOOM, { message: `is ${MOST_ZOOM} or less` })
  @Min(0, { message: 'is 0 or more' })
  @IsInt({ message: 'expects the zoom of the map, a whole number' })
  zoom: number;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Also counts properties that meet the criteria and have no place; boundingBox does not apply to them.',
  })
  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  countWithoutPoint: boolean = false;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    default: false,
    description: 'Also returns separate figures for sale and for rent in each cell. This takes three queries.',
  })
  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  byTransactionType: boolean = false;
}

const inView = () =>
  ApiJsonProperty({ ...ref('BoundingBox'), description: 'What is in view; applies in addition to the criteria.' });

@ApiRequestSchema()
class ClassicMap extends IntersectionType(ClassicMode, IdleSettings, MapSettings) {
  @inView() boundingBox: object;
}

@ApiRequestSchema()
class AdvancedMap extends IntersectionType(AdvancedMode, IdleSettings, MapSettings) {
  @inView() boundingBox: object;
}

/** The body of a search with what is in view; `MapReader` reads it. */
@ApiOneOf({ classic: ClassicMap, advanced: AdvancedMap }, { discriminator: 'searchMode' })
export class MapRequest extends SearchRequest {}
