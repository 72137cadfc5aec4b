import { FACETS } from '@gable/search';
import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ApiJsonProperty, ApiOneOf, ApiRequestSchema } from '../openapi/decorators.js';
import { closed, listOf, number, orNull } from '../openapi/schema.js';
import { AdvancedMode, ClassicMode, IdleSettings, SearchRequest } from '../properties/search-request.js';

export const MOST_BANDS = 20;
export const MOST_CITIES = 100;

const BANDS = orNull(
  listOf(closed({ min: orNull(number), max: orNull(number) }), {
    minItems: 1,
    maxItems: MOST_BANDS,
    description:
      'From min to max, both included, as in criteria; {} counts all stated values. Without it, bands are ' +
      'chosen from the existing values. Refused if facets is given without this facet.',
  }),
);

/** What facets ask beside the search. */
export class FacetSettings {
  @ApiPropertyOptional({
    enum: FACETS,
    isArray: true,
    nullable: true,
    minItems: 1,
    description: 'The facets to count; all of them by default.',
  })
  @IsOptional()
  @IsIn(FACETS, { each: true, message: `expects names of facets: ${FACETS.join(', ')}` })
  @ArrayMaxSize(FACETS.length, { message: `has at most ${FACETS.length} entries` })
  @ArrayMinSize(1, { message: 'has at least one entry; leave it out for all of them' })
  @IsArray({ message: 'expects a list of names of facets' })
  facets?: (typeof FACETS)[number][];

  @ApiJsonProperty(BANDS, { required: false })
  @IsOptional()
  priceBands?: unknown;

  @ApiJsonProperty(BANDS, { required: false })
  @IsOptional()
  areaBands?: unknown;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MOST_CITIES,
    default: 20,
    description: 'The largest number of cities. Refused if facets is given without city.',
  })
  @IsOptional()
  @Max(MOST_CITIES, { message: `is ${MOST_CITIES} or less` })
  @Min(1, { message: 'is 1 or more' })
  @IsInt({ message: 'expects a whole number' })
  citySize: number = 20;
}

@ApiRequestSchema()
class ClassicFacets extends IntersectionType(ClassicMode, IdleSettings, FacetSettings) {}

@ApiRequestSchema()
class AdvancedFacets extends IntersectionType(AdvancedMode, IdleSettings, FacetSettings) {}

/** The body of a search with what to count by; `FacetsReader` reads it. */
@ApiOneOf({ classic: ClassicFacets, advanced: AdvancedFacets }, { discriminator: 'searchMode' })
export class FacetsRequest extends SearchRequest {}
