import { MAX_AREA_POSITIONS } from '@gable/domain/geo';
import { ApiSchema } from '@nestjs/swagger';
import { closed, listOf, number, type Schema } from '../openapi/schema.js';
import { JSON_SCHEMA } from '../openapi/decorators.js';

const position = listOf(number, {
  minItems: 2,
  maxItems: 3,
  description: 'Longitude and latitude in degrees (RFC 7946). An altitude is dropped.',
});
const ring = listOf(position, {
  minItems: 4,
  description: 'Closed: the last position equals the first. It may not cross or touch itself.',
});
const polygon = listOf(ring, { minItems: 1, description: 'The outer border, then holes.' });

const geometry = (type: string, coordinates: Schema) =>
  closed({ type: { const: type }, coordinates, bbox: listOf(number) }, ['type', 'coordinates']);

/** A GeoJSON geometry with an area: lists in lists, which no decorator of Nest describes. */
@ApiSchema({
  name: 'Area',
  [JSON_SCHEMA]: {
    oneOf: [geometry('Polygon', polygon), geometry('MultiPolygon', listOf(polygon, { minItems: 1 }))],
    description: `At most ${MAX_AREA_POSITIONS} positions. Parts may not overlap.`,
  },
} as object)
export class AreaGeometrySchema {}
