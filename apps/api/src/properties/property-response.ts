import type { Highlight } from '@gable/domain/criteria';
import {
  LISTING_VIEW_FIELDS,
  MERGED_VIEW_FIELDS,
  MOST_EXPIRED,
  PROPERTY_VIEW_FIELDS,
  type ListingView,
  type MergedView,
  type PropertyRecordView,
  type PropertyView,
} from '@gable/domain/property';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { joined } from '../http/written-body.js';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { answer, integer, listOf } from '../openapi/schema.js';
import { describeView } from '../openapi/view-schemas.js';

const textParts = listOf(listOf(integer, { minItems: 2, maxItems: 2 }), {
  description: 'Start and end of each part, half-open, in UTF-16 units, in order.',
});

@ApiSchema({
  name: 'Listing',
  description: 'A listing, with every attribute that it states. What it does not state is null or left out.',
})
export class ListingResponse {
  @ApiJsonProperty(
    answer({ title: textParts, description: textParts }, ['title', 'description'], {
      description:
        'In searches with highlight: where the words of the criteria occur. A text without any of them is ' +
        'left out.',
    }),
    { required: false },
  )
  highlight?: Highlight;
}
describeView(ListingResponse, LISTING_VIEW_FIELDS);

@ApiSchema({
  name: 'MergedListing',
  description:
    'What the listings of a property state together. Each attribute has the value that most of them ' +
    'state, or the newest if equally many do; docs/records.md names the exceptions.',
})
class MergedResponse {}
describeView(MergedResponse, MERGED_VIEW_FIELDS);

@ApiSchema({ name: 'PropertySearch', description: 'A property and its listings.' })
export class PropertyResponse {
  @ApiProperty({ type: [ListingResponse], description: 'All online listings of this property, newest first.' })
  listings: ListingView[];

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    description:
      'In searches ordered by DISTANCE: metres from the point to the place of the property, to the ' +
      'millimetre; null if it has no place.',
  })
  distanceMeters?: number | null;
}
describeView(PropertyResponse, PROPERTY_VIEW_FIELDS);

@ApiSchema({ name: 'PropertyRecord', description: 'A property, its listings, and what they state together.' })
export class PropertyRecordResponse extends PropertyResponse {
  @ApiProperty({
    type: MergedResponse,
    description: 'From the online listings; if none is online, from those in expired.',
  })
  merged: MergedView;

  @ApiPropertyOptional({
    type: [ListingResponse],
    maxItems: MOST_EXPIRED,
    description: 'Only if no listing is online: the last state of each, the one that changed last first.',
  })
  expired?: ListingView[];
}

@ApiSchema({ name: 'PropertyResource' })
export class PropertyResource {
  @ApiProperty({
    description: 'Path of the property.',
    examples: ['/properties/0199a1b2-0000-7000-8000-000000000001'],
  })
  id: string;

  @ApiProperty({ enum: ['PropertySearch'] }) type: 'PropertySearch';
  @ApiProperty({ type: PropertyResponse }) attributes: Partial<PropertyView>;
}

@ApiSchema({ name: 'PropertyRecordResource' })
class PropertyRecordResource extends PropertyResource {
  @ApiProperty({ type: PropertyRecordResponse }) declare attributes: Partial<PropertyRecordView>;
}

export class Links {
  @ApiProperty() self: string;
}

/** A property for JSON:API callers. */
export class PropertyDocument {
  @ApiProperty() data: PropertyRecordResource;
  @ApiProperty() links: Links;
}

export function propertyResource(uuid: string, attributes: Partial<PropertyView>): PropertyResource {
  return { id: `/properties/${uuid}`, type: 'PropertySearch', attributes };
}

/** The resource around a record that is written already, in parts. */
export function writtenResource(uuid: string, record: Buffer): (string | Buffer)[] {
  return [`{"id":"/properties/${uuid}","type":"PropertySearch","attributes":`, record, '}'];
}

/** The document around a record that is written already; `root` stands before the path of its link. */
export function writtenDocument(uuid: string, record: Buffer, root: string): Buffer {
  const self = JSON.stringify(`${root}/properties/${uuid}`);
  return joined(['{"data":', ...writtenResource(uuid, record), `,"links":{"self":${self}}}`]);
}

export function propertyDocument(
  uuid: string,
  attributes: Partial<PropertyRecordView>,
  root: string,
): PropertyDocument {
  const data = propertyResource(uuid, attributes);
  return { data, links: { self: root + data.id } };
}
