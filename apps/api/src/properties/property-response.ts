import {
  LOCATION_ACCURACIES,
  PROPERTY_TYPES,
  TRANSACTION_TYPES,
  type LocationAccuracy,
  type PropertyType,
  type TransactionType,
} from '@gable/domain';
import type { ListingView, PropertyView } from '@gable/domain/property';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const Text = () => ApiProperty({ type: String, nullable: true });
const Numeric = () => ApiProperty({ type: Number, nullable: true });
const Integer = () => ApiProperty({ type: 'integer', nullable: true });
const YesOrNo = () => ApiProperty({ type: Boolean, nullable: true });

@ApiSchema({ name: 'Listing', description: 'A listing. What it does not state is null.' })
export class ListingResponse implements ListingView {
  @ApiProperty({ format: 'uuid' }) uuid: string;
  @Text() title: string | null;
  @Text() description: string | null;
  @Text() url: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'The displayed price; a rent is per month.' })
  price: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'ISO 4217.' }) currency: string | null;
  @ApiProperty({ enum: TRANSACTION_TYPES, nullable: true }) transactionType: TransactionType | null;
  @ApiProperty({ enum: PROPERTY_TYPES, nullable: true }) propertyType: PropertyType | null;
  @ApiProperty({ description: 'Name of the source.' }) dataProvider: string;
  @ApiProperty({ type: Number, nullable: true, description: 'm².' }) area: number | null;
  @Integer() rooms: number | null;
  @Integer() bedrooms: number | null;
  @Integer() bathrooms: number | null;
  @Integer() floor: number | null;
  @YesOrNo() hasParking: boolean | null;
  @YesOrNo() hasBalcony: boolean | null;
  @YesOrNo() hasGarden: boolean | null;
  @YesOrNo() hasCellar: boolean | null;
  @Integer() cityId: number | null;
  @Integer() districtId: number | null;
  @Integer() neighborhoodId: number | null;
  @Text() cityName: string | null;
  @Text() districtName: string | null;
  @Text() neighborhoodName: string | null;
  @Numeric() latitude: number | null;
  @Numeric() longitude: number | null;
  @ApiProperty({ enum: LOCATION_ACCURACIES, nullable: true }) locationAccuracy: LocationAccuracy | null;
  @ApiProperty({ type: [String] }) pictures: string[];
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) updatedAt: string;
}

@ApiSchema({ name: 'PropertySearch', description: 'A property and its listings.' })
export class PropertyResponse implements PropertyView {
  @ApiProperty({ format: 'uuid' }) uuid: string;

  @ApiProperty({ type: [ListingResponse], description: 'All online listings of this property, newest first.' })
  listings: ListingResponse[];

  @Numeric() minPrice: number | null;
  @Numeric() maxPrice: number | null;
  @ApiProperty({ format: 'date-time', description: 'When the property was first seen.' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'When one of its listings last changed.' }) updatedAt: string;
}

@ApiSchema({ name: 'PropertyResource' })
export class PropertyResource {
  @ApiProperty({
    description: 'Path of the property.',
    examples: ['/properties/0199a1b2-0000-7000-8000-000000000001'],
  })
  id: string;

  @ApiProperty({ enum: ['PropertySearch'] }) type: 'PropertySearch';
  @ApiProperty() attributes: PropertyResponse;
}

export class Links {
  @ApiProperty() self: string;
}

/** A property for JSON:API callers. */
export class PropertyDocument {
  @ApiProperty() data: PropertyResource;
  @ApiProperty() links: Links;
}

export function propertyResource(property: PropertyView): PropertyResource {
  return { id: `/properties/${property.uuid}`, type: 'PropertySearch', attributes: property };
}

export function propertyDocument(property: PropertyView): PropertyDocument {
  const data = propertyResource(property);
  return { data, links: { self: data.id } };
}
