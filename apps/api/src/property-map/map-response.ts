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

@ApiSchema({ name: 'MapProperty', description: 'A property with its place on the map.' })
export class MapPropertyResponse {
  @ApiProperty({ format: 'uuid' }) uuid: string;
  @ApiProperty() latitude: number;
  @ApiProperty() longitude: number;
  @ApiProperty({ type: Number, nullable: true }) minPrice: number | null;
  @ApiProperty({
    type: String,
    enum: TRANSACTION_TYPES,
    nullable: true,
    description: 'What its price is for: a sale, or rent per month. null if it has both.',
  })
  transactionType: TransactionType | null;
}

@ApiSchema({
  name: 'MapShare',
  description: 'The properties of a cell with a listing that meets the criteria and has one transaction type.',
})
export class MapShareResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Like `medianPrice` of the cell.' })
  medianPrice: number | null;
}

@ApiSchema({ name: 'MapShares' })
export class MapSharesResponse implements Record<TransactionType, MapShareResponse> {
  @ApiProperty() SELL: MapShareResponse;
  @ApiProperty() RENT: MapShareResponse;
}

@ApiSchema({ name: 'MapCell', description: 'The properties in one tile.' })
export class MapCellResponse {
  @ApiProperty({ type: 'integer' }) x: number;
  @ApiProperty({ type: 'integer' }) y: number;
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ description: 'The mean of the places of its properties.' }) centroid: MapPointResponse;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The median of their lowest prices, whatever the currency and transaction type; null if none states ' +
      'a price. `byTransactionType` separates prices from rents.',
  })
  medianPrice: number | null;
  @ApiProperty({
    type: MapSharesResponse,
    nullable: true,
    description:
      'Separate figures for sale and for rent; null if the request did not ask for them with ' + '`byTransactionType`.',
  })
  byTransactionType: MapSharesResponse | null;
  @ApiProperty({ description: 'The edges of the tile.' }) boundingBox: MapBoxResponse;
  @ApiProperty({
    type: [MapPropertyResponse],
    nullable: true,
    description: 'The properties themselves if there are at most 3; otherwise null.',
  })
  properties: MapPropertyResponse[] | null;
}

/** The answer of POST /properties/map. */
@ApiSchema({ name: 'PropertyMap' })
export class MapResponse {
  @ApiProperty({
    type: 'integer',
    description: 'All cells together: the count of a search with the criteria and the box.',
  })
  totalItems: number;
  @ApiProperty({ type: 'integer', description: 'The zoom level of the tiles x and y (Web Mercator, XYZ).' })
  tileZoom: number;
  @ApiProperty({ type: [MapCellResponse] }) cells: MapCellResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'How many properties meet the criteria, without the box, and have no place; null if the request did ' +
      'not ask with countWithoutPoint, or if counting took too long.',
  })
  withoutPoint: number | null;
}
