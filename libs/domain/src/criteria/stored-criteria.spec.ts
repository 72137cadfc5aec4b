import type { AreaGeometry } from '../geo/geometry.js';
import { parseCriteria } from './parsing/parse-criteria.js';
import { matchCriteria } from './match-criteria.js';
import { restoreCriteria, ShapeMissing, shapeIdsOf, shapeReferencesOf, toStoredCriteria } from './stored-criteria.js';

const PARK = '019aa000-0000-7000-8000-000000000001';
const LAKE = '019aa000-0000-7000-8000-000000000002';
const geometry: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};
const named = { price: { max: 5 }, location: { includedGeoShapeIds: [PARK], excludedGeoShapeIds: [LAKE] } };
const parsed = parseCriteria(
  { ...named, operator: 'OR', children: [named, {}, { location: { includedGeoShapeIds: [PARK] } }] },
  { places: { knowsDivision: () => true, shape: () => geometry } },
);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
const criteria = parsed.value;
const shapes = new Map([PARK, LAKE].map((id) => [id, { id, geometry }]));

it('stores no geometry, and what is restored is what was parsed', () => {
  const stored = toStoredCriteria(criteria);
  expect(JSON.stringify(stored)).not.toMatch(/geometry|coordinates/);
  expect(restoreCriteria(stored, (id) => shapes.get(id))).toEqual(criteria);
  expect(toStoredCriteria(stored)).toEqual(stored);
});

it('hands the one geometry to every reference', () => {
  const restored = restoreCriteria(toStoredCriteria(criteria), (id) => shapes.get(id));
  const held = JSON.stringify(restored, (key, value: unknown) => (key === 'geometry' ? value === geometry : value));
  expect(held.match(/"geometry":true/g)).toHaveLength(5);
  expect(matchCriteria(restored, { price: 3, location: { lat: 0.2, lng: 0.5 } })).toBe(false);
});

it('names its shapes, each once or as often as it does', () => {
  expect(shapeIdsOf(criteria)).toEqual([PARK, LAKE]);
  expect(shapeReferencesOf(criteria)).toEqual([PARK, LAKE, PARK, LAKE, PARK]);
});

it('says which shape is missing', () => {
  expect(() => restoreCriteria(toStoredCriteria(criteria), (id) => (id === PARK ? shapes.get(id) : undefined))).toThrow(
    new ShapeMissing(LAKE),
  );
});
