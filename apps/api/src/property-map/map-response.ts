import { TRANSACTION_TYPES, type TransactionType } from '@gable/domain';
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
  @ApiProperty({
    type: String,
    enum: TRANSACTION_TYPES,
    nullable: true,
    description: 'What its price is for: a sale, or rent per month. Null where it has both.',
  })
  transactionType: TransactionType | null;
}

@ApiSchema({
  name: 'MapShare',
  description: 'The properties of a cell with a listing that meets the criteria and is of one deal.',
})
export class MapShareResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: Number, nullable: true, description: 'As `medianPrice` of the cell.' })
  medianPrice: number | null;
}

@ApiSchema({ name: 'MapShares' })
export class MapSharesResponse implements Record<TransactionType, MapShareResponse> {
  @ApiProperty() SELL: MapShareResponse;
  @ApiProperty() RENT: MapShareResponse;
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
    description:
      'The median of their lowest prices, whatever the currency and the deal; null where none states one. ' +
      '`byTransactionType` parts prices from rents.',
  })
  medianPrice: number | null;
  @ApiProperty({
    type: MapSharesResponse,
    nullable: true,
    description: 'What is for sale and what is to rent; null where `byTransactionType` did not ask for it.',
  })
  byTransactionType: MapSharesResponse | null;
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
