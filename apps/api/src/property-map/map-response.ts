import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'MapPoint' })
export class MapPointResponse {
  @ApiProperty() latitude: number;
  @ApiProperty() longitude: number;
}

@ApiSchema({ name: 'MapBox' })
export class MapBoxResponse {
  @ApiProperty() north: number;
  @ApiProperty() south: number;
  @ApiProperty() east: number;
  @ApiProperty() west: number;
}

@ApiSchema({ name: 'MapProperty', description: 'A property at its place on the map.' })
export class MapPropertyResponse {
  @ApiProperty({ format: 'uuid' }) uuid: string;
  @ApiProperty() latitude: number;
  @ApiProperty() longitude: number;
  @ApiProperty({ type: Number, nullable: true }) minPrice: number | null;
}

@ApiSchema({ name: 'MapCell', description: 'The properties that stand in one tile.' })
export class MapCellResponse {
  @ApiProperty({ type: 'integer' }) x: number;
  @ApiProperty({ type: 'integer' }) y: number;
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ description: 'The mean of their places.' }) centroid: MapPointResponse;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The median of their lowest prices, whatever the currency; null where none states one.',
  })
  medianPrice: number | null;
  @ApiProperty({ description: 'The sides of the tile.' }) boundingBox: MapBoxResponse;
  @ApiProperty({
    type: [MapPropertyResponse],
    nullable: true,
    description: 'The properties themselves where they are at most 3; else null.',
  })
  properties: MapPropertyResponse[] | null;
}

/** The answer of POST /properties/map. */
@ApiSchema({ name: 'PropertyMap' })
export class MapResponse {
  @ApiProperty({
    type: 'integer',
    description: 'All cells together: what a search for the criteria and the box counts.',
  })
  totalItems: number;
  @ApiProperty({ type: 'integer', description: 'The zoom of the tiles x and y (Web Mercator, XYZ).' }) tileZoom: number;
  @ApiProperty({ type: [MapCellResponse] }) cells: MapCellResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'How many properties meet the criteria, the box left out, and have no place; null where countWithoutPoint did ' +
      'not ask for it, or counting took longer than it may.',
  })
  withoutPoint: number | null;
}
