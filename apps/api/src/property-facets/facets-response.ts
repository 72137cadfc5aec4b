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

@ApiSchema({ name: 'BandCount', description: 'From min to max, both included; null means no bound.' })
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

@ApiSchema({
  name: 'FacetCounts',
  description: 'The requested facets; null if counting took longer than SEARCH_FACETS_BUDGET.',
})
export class FacetCountsResponse {
  @ApiPropertyOptional({ nullable: true, type: [TransactionTypeCount], description: 'Most frequent first.' })
  transactionType?: TransactionTypeCount[] | null;
  @ApiPropertyOptional({ nullable: true, type: [PropertyTypeCount], description: 'Most frequent first.' })
  propertyType?: PropertyTypeCount[] | null;
  @ApiPropertyOptional({ nullable: true, type: [RoomsCount], description: 'Fewest rooms first.' }) rooms?:
    RoomsCount[] | null;
  @ApiPropertyOptional({ nullable: true, type: [BandCountResponse] }) price?: BandCountResponse[] | null;
  @ApiPropertyOptional({ nullable: true, type: [BandCountResponse] }) area?: BandCountResponse[] | null;
  @ApiPropertyOptional({ nullable: true, type: [CityCount], description: 'Most frequent first; at most citySize.' })
  city?: CityCount[] | null;
  @ApiPropertyOptional({
    nullable: true,
    type: [FeatureCount],
    description: 'Those that occur, most frequent first.',
  })
  features?: FeatureCount[] | null;
}

/** The answer of POST /properties/facets. */
@ApiSchema({ name: 'PropertyFacets' })
export class FacetsResponse {
  @ApiProperty() facets: FacetCountsResponse;
}
