import { DIVISION_TYPES, type DivisionType } from '@gable/domain';
import { NAME_MATCHES, type NameMatch } from '@gable/domain/divisions';
import type { AreaGeometry } from '@gable/domain/geo';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Children shown with a division. */
export const MOST_CHILDREN = 1_000;

class NamedDivision {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: DIVISION_TYPES }) type: DivisionType;
  @ApiProperty() name: string;
}

@ApiSchema({ name: 'RelatedDivision' })
class RelatedDivisionResponse extends NamedDivision {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Properties with an online listing in it; updated within minutes after an ingest.',
  })
  propertyCount: number;
}

class Centroid {
  @ApiProperty() lat: number;
  @ApiProperty() lng: number;
}

class ListedDivisionResponse extends RelatedDivisionResponse {
  @ApiProperty({ description: 'ISO 3166-1, two letters.' }) countryCode: string;
  @ApiProperty({ type: [String] }) postalCodes: readonly string[];
  @ApiProperty({ type: Centroid, nullable: true }) centroid: Centroid | null;
}

@ApiSchema({ name: 'DivisionSuggestion' })
export class DivisionSuggestionResponse extends ListedDivisionResponse {
  @ApiProperty({
    enum: NAME_MATCHES,
    description:
      'What matched: the whole name or code, its beginning, a later word of the name, or the name with ' +
      'typing errors.',
  })
  match: NameMatch;

  @ApiProperty({ type: [NamedDivision], description: 'Nearest first.' }) ancestors: NamedDivision[];
}

@ApiSchema({ name: 'Outline', description: 'GeoJSON (RFC 7946), as loaded.' })
class OutlineResponse {
  @ApiProperty({ enum: ['Polygon', 'MultiPolygon'] }) type: string;
  @ApiProperty({ type: 'array', items: {} }) coordinates: unknown;
}

@ApiSchema({ name: 'OutlinedDivision', description: 'A division with its outline for a map.' })
export class OutlinedDivisionResponse extends NamedDivision {
  @ApiProperty({ type: Centroid, nullable: true }) centroid: Centroid | null;
  @ApiProperty({ type: OutlineResponse }) geometry: AreaGeometry;
}

@ApiSchema({ name: 'Division' })
export class DivisionResponse extends ListedDivisionResponse {
  @ApiProperty({ type: OutlineResponse, nullable: true, description: 'The outline; null if none was loaded.' })
  geometry: AreaGeometry | null;

  @ApiProperty({ type: [RelatedDivisionResponse], description: 'Nearest first.' }) ancestors: RelatedDivisionResponse[];

  @ApiProperty({
    type: [RelatedDivisionResponse],
    maxItems: MOST_CHILDREN,
    description: 'The first 1,000, ordered by name.',
  })
  children: RelatedDivisionResponse[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of all children.' }) childCount: number;
}
