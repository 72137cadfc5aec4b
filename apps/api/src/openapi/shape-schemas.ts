import { MAX_AREA_POSITIONS } from '@gable/domain/geo';
import { answer, closed, dateTime, listOf, number, orNull, ref, uuid, type Schema } from './schema.js';

const position = listOf(number, {
  minItems: 2,
  maxItems: 3,
  description: 'Longitude, latitude in degrees (RFC 7946). An altitude is dropped.',
});
const ring = listOf(position, {
  minItems: 4,
  description: 'Closed: the last position is the first again. It may not cross or touch itself.',
});
const polygon = listOf(ring, { minItems: 1, description: 'The border, then holes.' });

const geometry: Schema = {
  oneOf: [
    closed({ type: { const: 'Polygon' }, coordinates: polygon, bbox: listOf(number) }, ['type', 'coordinates']),
    closed({ type: { const: 'MultiPolygon' }, coordinates: listOf(polygon, { minItems: 1 }), bbox: listOf(number) }, [
      'type',
      'coordinates',
    ]),
  ],
  description: `At most ${MAX_AREA_POSITIONS} positions. Parts may not overlap.`,
};

const name: Schema = { type: 'string', minLength: 1, maxLength: 200 };

export const SHAPE_SCHEMAS: Record<string, Schema> = {
  Area: geometry,
  Shape: answer({ id: uuid, name: orNull(name), geometry: ref('Area'), createdAt: dateTime }),
  ShapeRequest: { anyOf: [closed({ name: orNull(name), geometry: ref('Area') }, ['geometry']), ref('Area')] },
};
