import { DIVISION_TYPES } from '@gable/domain';
import { NAME_MATCHES } from '@gable/domain/divisions';
import { answer, integer, listOf, number, oneWordOf, orNull, ref, string, type Schema } from './schema.js';

const propertyCount: Schema = {
  type: 'integer',
  minimum: 0,
  description: 'Properties with an online listing in it, counted anew within minutes of an ingest.',
};
const name = { id: integer, type: oneWordOf(DIVISION_TYPES), name: string };
const place = {
  ...name,
  countryCode: { ...string, description: 'ISO 3166-1, two letters.' },
  postalCodes: listOf(string),
  centroid: orNull(answer({ lat: number, lng: number })),
  propertyCount,
};

export const DIVISION_SCHEMAS: Record<string, Schema> = {
  DivisionSuggestion: answer({
    ...place,
    match: {
      ...oneWordOf(NAME_MATCHES),
      description:
        'By the whole name or code, the beginning of it, a later word of the name, or in spite of typing errors.',
    },
    ancestors: listOf(answer(name), { description: 'Nearest first.' }),
  }),
  Division: answer({
    ...place,
    geometry: { anyOf: [ref('Outline'), { type: 'null' }], description: 'Its outline, where one was loaded.' },
    ancestors: listOf(ref('RelatedDivision'), { description: 'Nearest first.' }),
    children: listOf(ref('RelatedDivision'), { maxItems: 1_000, description: 'By name, the first 1,000.' }),
    childCount: { type: 'integer', minimum: 0, description: 'All children.' },
  }),
  RelatedDivision: answer({ ...name, propertyCount }),
  Outline: answer({ type: oneWordOf(['Polygon', 'MultiPolygon']), coordinates: { type: 'array' } }, [], {
    description: 'GeoJSON (RFC 7946), as it was loaded.',
  }),
};
