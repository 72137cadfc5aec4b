import type { GeoBox } from '../../geo/geo-box.js';
import type { AreaGeometry } from '../../geo/geometry.js';
import type { Shape } from '../../criteria/criteria.js';
import { placesWith, type CriteriaExample } from './criteria-example.js';

/** A square around lng 2 to 3, lat 48 to 49. */
const SQUARE: Shape = shape('019aa000-0000-7000-8000-000000000001', {
  type: 'Polygon',
  coordinates: [
    [
      [2, 48],
      [3, 48],
      [3, 49],
      [2, 49],
      [2, 48],
    ],
  ],
});
/** The same square with a hole in its middle. */
const HOLED: Shape = shape('019aa000-0000-7000-8000-000000000002', {
  type: 'Polygon',
  coordinates: [
    [
      [2, 48],
      [3, 48],
      [3, 49],
      [2, 49],
      [2, 48],
    ],
    [
      [2.4, 48.4],
      [2.4, 48.6],
      [2.6, 48.6],
      [2.6, 48.4],
      [2.4, 48.4],
    ],
  ],
});
/** Two islands, the second with a lake that holds nothing. */
const ISLANDS: Shape = shape('019aa000-0000-7000-8000-000000000003', {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
    [
      [
        [10, 10],
        [14, 10],
        [14, 14],
        [10, 14],
        [10, 10],
      ],
      [
        [11, 11],
        [11, 13],
        [13, 13],
        [13, 11],
        [11, 11],
      ],
    ],
  ],
});
/** An arrow head: a point in its notch is outside though its box holds it. */
const ARROW: Shape = shape('019aa000-0000-7000-8000-000000000004', {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 2],
      [0, 4],
      [2, 2],
      [0, 0],
    ],
  ],
});

const places = placesWith([SQUARE, HOLED, ISLANDS, ARROW]);

export const CIRCLE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a circle holds what lies within its radius on the sphere',
    criteria: { location: { centerPoint: '{"latitude": 48.8566, "longitude": 2.3522}', radiusMeters: 1000 } },
    // 0.0089° of latitude are 989.6 m, 0.0091° are 1,011.9 m; 0.0136° of longitude are 994.9 m here, 0.0138° are
    // 1,009.5 m.
    meets: [at(48.8566, 2.3522), at(48.8655, 2.3522), at(48.8566, 2.3658)],
    misses: [at(48.8657, 2.3522), at(48.8566, 2.366), at(-48.8566, 2.3522)],
  },
  {
    says: 'a listing without a point is in no circle, whatever its city',
    criteria: { location: { centerPoint: { lat: 48.8566, lng: 2.3522 }, radiusMeters: 30_000_000 } },
    meets: [at(48.8566, 2.3522), at(-48.8566, -177.6)],
    misses: [{}, { location: {} }, { location: { cityId: 75056 } }],
  },
  {
    says: 'a circle reaches across the antimeridian',
    criteria: { location: { centerPoint: { lat: -17, lon: 179.9 }, radiusMeters: 50_000 } },
    meets: [at(-17, -179.9), at(-17, 179.6), at(-17, 180), at(-17, -180)],
    misses: [at(-17, -179.5), at(-17, 179.3), at(-17, 0)],
  },
  {
    says: 'a circle reaches over the pole',
    criteria: { location: { centerPoint: '{"lat": 89.9, "lng": 0}', radiusMeters: 50_000 } },
    meets: [at(90, 0), at(89.8, 180), at(89.8, -90)],
    misses: [at(89.6, 180), at(89.4, 0)],
  },
  {
    says: 'a circle of centimetres still holds its centre',
    criteria: { location: { centerPoint: { latitude: 39.47, longitude: -0.3763 }, radiusMeters: 0.5 } },
    meets: [at(39.47, -0.3763)],
    misses: [at(39.4701, -0.3763)],
  },
  {
    says: 'circle and division of one location both hold',
    criteria: { location: { includedDivisionIds: [5], centerPoint: { lat: 0, lng: 0 }, radiusMeters: 1000 } },
    meets: [{ location: { lat: 0, lng: 0.001, cityId: 5 } }],
    misses: [
      { location: { lat: 0, lng: 0.001, cityId: 6 } },
      { location: { lat: 1, lng: 0, cityId: 5 } },
      { location: { cityId: 5 } },
    ],
  },
];

export const BOX_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a box holds what lies in it, its edges and corners included',
    criteria: box({ north: 48.9, south: 48.8, east: 2.4, west: 2.3 }),
    meets: [
      at(48.85, 2.35),
      at(48.9, 2.35),
      at(48.8, 2.35),
      at(48.85, 2.4),
      at(48.85, 2.3),
      at(48.9, 2.4),
      at(48.8, 2.3),
    ],
    misses: [at(48.900000000000006, 2.35), at(48.79999999999999, 2.35), at(48.85, 2.4000000000000004), at(48.85, 2.29)],
  },
  {
    says: 'a listing without a point is in no box, whatever its city',
    criteria: box({ north: 90, south: -90, east: 180, west: -180 }),
    meets: [at(0, 0), at(90, 180), at(-90, -180)],
    misses: [{}, { location: {} }, { location: { cityId: 75056 } }],
  },
  {
    says: 'a box whose west is east of its east crosses the 180th meridian',
    criteria: box({ north: -10, south: -20, east: -178, west: 177 }),
    meets: [at(-15, 179), at(-15, -179), at(-15, 180), at(-15, -180), at(-15, 177), at(-15, -178)],
    misses: [at(-15, 176.9), at(-15, -177.9), at(-15, 0), at(-9, 179)],
  },
  {
    says: 'the 180th meridian is one edge, however it is written',
    criteria: box({ north: 1, south: -1, east: 180, west: 170 }),
    meets: [at(0, 180), at(0, -180), at(0, 170)],
    misses: [at(0, -179.9), at(0, 169.9)],
  },
  {
    says: 'the 180th meridian is also the western edge of what begins there',
    criteria: box({ north: 1, south: -1, east: -170, west: -180 }),
    meets: [at(0, 180), at(0, -180), at(0, -170)],
    misses: [at(0, 179.9), at(0, -169.9)],
  },
  {
    says: 'a box without width or height holds the points on it',
    criteria: box({ north: 48.85, south: 48.85, east: 2.35, west: 2.35 }),
    meets: [at(48.85, 2.35)],
    misses: [at(48.85, 2.36), at(48.86, 2.35)],
  },
  {
    says: 'box, circle and division of one location all hold, and a box may stand inside an OR',
    criteria: {
      location: { includedDivisionIds: [5], boundingBox: { north: 1, south: 0, east: 1, west: 0 } },
      operator: 'OR',
      children: [
        { location: { boundingBox: { north: 1, south: 0.5, east: 1, west: 0.5 } } },
        { location: { centerPoint: { lat: 0, lng: 0 }, radiusMeters: 1000 } },
      ],
    },
    meets: [{ location: { lat: 0.5, lng: 0.5, cityId: 5 } }, { location: { lat: 0, lng: 0.001, cityId: 5 } }],
    misses: [
      { location: { lat: 0.5, lng: 0.5, cityId: 6 } },
      { location: { lat: 0.3, lng: 0.3, cityId: 5 } },
      { location: { lat: -0.001, lng: 0, cityId: 5 } },
      { location: { cityId: 5 } },
    ],
  },
];

export const SHAPE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a point inside a drawn shape',
    criteria: included(SQUARE),
    places,
    meets: [at(48.5, 2.5), at(48.001, 2.001)],
    misses: [at(47.999, 2.5), at(48.5, 3.001), at(2.5, 48.5), {}, { location: { cityId: 1 } }],
  },
  {
    says: 'a hole is outside',
    criteria: included(HOLED),
    places,
    meets: [at(48.2, 2.5), at(48.5, 2.3)],
    misses: [at(48.5, 2.5), at(48.5, 1.9)],
  },
  {
    says: 'a shape of several parts with a lake',
    criteria: included(ISLANDS),
    places,
    meets: [at(0.2, 0.2), at(10.5, 12), at(13.5, 13.5)],
    misses: [at(0.8, 0.8), at(12, 12), at(5, 5)],
  },
  {
    says: 'a notch is outside though the box around the shape holds it',
    criteria: included(ARROW),
    places,
    meets: [at(2, 3), at(1, 1.5), at(3, 1.5)],
    misses: [at(2, 1), at(2, 0.5), at(3.9, 3.9)],
  },
  {
    says: 'several shapes are ORed',
    criteria: included(HOLED, ISLANDS),
    places,
    meets: [at(48.2, 2.5), at(0.2, 0.2)],
    misses: [at(48.5, 2.5), at(12, 12), {}],
  },
  {
    says: 'an id of a shape is the same in capitals',
    criteria: { location: { includedGeoShapeIds: [SQUARE.id.toUpperCase()] } },
    places,
    meets: [at(48.5, 2.5)],
    misses: [at(0, 0)],
  },
  {
    says: 'an excluded shape removes what lies in it; no point is in no shape',
    criteria: { location: { excludedGeoShapeIds: [HOLED.id] } },
    places,
    meets: [at(48.5, 2.5), at(0, 0), {}, { location: { cityId: 1 } }],
    misses: [at(48.2, 2.5)],
  },
  {
    says: 'several excluded shapes each remove theirs',
    criteria: { location: { excludedGeoShapeIds: [HOLED.id, ISLANDS.id] } },
    places,
    meets: [at(48.5, 2.5), at(12, 12), {}],
    misses: [at(48.2, 2.5), at(0.2, 0.2)],
  },
  {
    says: 'inside one shape and outside another',
    criteria: { location: { includedGeoShapeIds: [SQUARE.id], excludedGeoShapeIds: [HOLED.id] } },
    places,
    meets: [at(48.5, 2.5)],
    misses: [at(48.2, 2.5), at(0, 0), {}],
  },
  {
    says: 'a shape and a circle of one location both hold',
    criteria: {
      location: { includedGeoShapeIds: [SQUARE.id], centerPoint: { lat: 48, lng: 2.5 }, radiusMeters: 20_000 },
    },
    places,
    meets: [at(48.1, 2.5)],
    misses: [at(47.9, 2.5), at(48.5, 2.5), {}],
  },
];

function shape(id: string, geometry: AreaGeometry): Shape {
  return { id, geometry };
}

function included(...shapes: readonly Shape[]): unknown {
  return { location: { includedGeoShapeIds: shapes.map(({ id }) => id) } };
}

function box(boundingBox: GeoBox): unknown {
  return { location: { boundingBox } };
}

function at(lat: number, lng: number): CriteriaExample['meets'][number] {
  return { location: { lat, lng } };
}
