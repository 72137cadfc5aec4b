import { PROPERTY_TYPES, TRANSACTION_TYPES, type PropertyType, type TransactionType } from '@gable/domain';
import { FEATURE_FACETS, type FeatureFacet } from '@gable/search';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'TransactionTypeCount' })
class TransactionTypeCount {
  @ApiProperty({ enum: TRANSACTION_TYPES }) value: TransactionType;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'PropertyTypeCount' })
class PropertyTypeCount {
  @ApiProperty({ enum: PROPERTY_TYPES }) value: PropertyType;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'RoomsCount' })
class RoomsCount {
  @ApiProperty({ type: 'integer' }) value: number;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'BandCount', description: 'From min to max, both included; null = no bound.' })
class BandCountResponse {
  @ApiProperty({ type: Number, nullable: true }) min: number | null;
  @ApiProperty({ type: Number, nullable: true }) max: number | null;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'CityCount' })
class CityCount {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: String, nullable: true }) name: string | null;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'FeatureCount' })
class FeatureCount {
  @ApiProperty({ enum: FEATURE_FACETS }) value: FeatureFacet;
  @ApiProperty({ type: 'integer' }) count: number;
}

@ApiSchema({ name: 'FacetCounts', description: 'Those that were asked for.' })
export class FacetCountsResponse {
  @ApiPropertyOptional({ type: [TransactionTypeCount], description: 'The most frequent first.' })
  transactionType?: TransactionTypeCount[];
  @ApiPropertyOptional({ type: [PropertyTypeCount], description: 'The most frequent first.' })
  propertyType?: PropertyTypeCount[];
  @ApiPropertyOptional({ type: [RoomsCount], description: 'The fewest rooms first.' }) rooms?: RoomsCount[];
  @ApiPropertyOptional({ type: [BandCountResponse] }) price?: BandCountResponse[];
  @ApiPropertyOptional({ type: [BandCountResponse] }) area?: BandCountResponse[];
  @ApiPropertyOptional({ type: [CityCount], description: 'The most frequent first, citySize at most.' })
  city?: CityCount[];
  @ApiPropertyOptional({ type: [FeatureCount], description: 'Those that occur, the most frequent first.' })
  features?: FeatureCount[];
}

/** The answer of POST /properties/facets. */
@ApiSchema({ name: 'PropertyFacets' })
export class FacetsResponse {
  @ApiProperty() facets: FacetCountsResponse;
}
