import type { AreaGeometry } from './geometry.js';
import { pointInArea } from './point-in-area.js';
import { MAX_AREA_POSITIONS, parseArea } from './parse-area.js';

const square = (x: number, y: number, side: number): number[][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const multi = (...parts: unknown[]) => ({ type: 'MultiPolygon', coordinates: parts });
const circle = (corners: number) =>
  Array.from({ length: corners + 1 }, (_, i) => [
    2 + Math.cos((2 * Math.PI * (i % corners)) / corners),
    48 + Math.sin((2 * Math.PI * (i % corners)) / corners),
  ]);

describe('parseArea takes', () => {
  it.each<[string, unknown]>([
    ['a polygon', polygon(square(0, 0, 10))],
    ['a polygon with two holes', polygon(square(0, 0, 10), square(1, 1, 2), square(5, 5, 2))],
    [
      'a hole that touches the border in a corner',
      polygon(
        [
          [0, 0],
          [5, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        [
          [5, 0],
          [7, 3],
          [3, 3],
          [5, 0],
        ],
      ),
    ],
    ['a ring either way round', polygon([...square(0, 0, 10)].reverse())],
    [
      'a position given twice in a row',
      polygon([
        [0, 0],
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 0],
      ]),
    ],
    ['parts apart', multi([square(0, 0, 1)], [square(2, 0, 1)])],
    ['parts that share a corner', multi([square(0, 0, 1)], [square(1, 1, 1)])],
    ['an island in the hole of another part', multi([square(0, 0, 10), square(2, 2, 6)], [square(4, 4, 1)])],
    ['as many corners as are allowed', polygon(circle(MAX_AREA_POSITIONS - 1))],
    [
      'a very small area far from zero',
      polygon([
        [2.3522, 48.8566],
        [2.35221, 48.8566],
        [2.35221, 48.85661],
        [2.3522, 48.8566],
      ]),
    ],
  ])('%s', (_, area) => expect(parseArea(area)).toEqual({ ok: true, value: area }));

  it('altitudes and a bbox, and leaves them out', () => {
    expect(
      parseArea({
        ...polygon([
          [0, 0, 5],
          [1, 0, 5],
          [1, 1, 5],
          [0, 0, 5],
        ]),
        bbox: [0, 0, 1, 1],
      }),
    ).toEqual({
      ok: true,
      value: polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
    });
  });
});

describe('parseArea reads the 180th meridian as RFC 7946 has it', () => {
  const part = (west: number, east: number) => [
    [
      [west, 40],
      [east, 40],
      [east, 50],
      [west, 50],
      [west, 40],
    ],
  ];

  it('an area on both sides is cut in two, its bbox runs from west to east across the meridian', () => {
    const coordinates = [part(170, 180), part(-180, -170)];
    const read = parseArea({ type: 'MultiPolygon', coordinates, bbox: [170, 40, -170, 50] });
    expect(read).toEqual({ ok: true, value: { type: 'MultiPolygon', coordinates } });
    const area = (read as { value: AreaGeometry }).value;
    const inside = [179, -179, 0, 169].map((lng) => pointInArea({ lat: 45, lng }, area));
    expect(inside).toEqual([true, true, false, false]);
  });

  it('a ring that is not cut goes the long way round: its edges are straight lines in degrees', () => {
    const read = parseArea({ type: 'Polygon', coordinates: part(-170, 170) });
    const area = (read as { value: AreaGeometry }).value;
    expect([0, 179].map((lng) => pointInArea({ lat: 45, lng }, area))).toEqual([true, false]);
  });
});

describe('parseArea refuses', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['what is no object', 'x', 'geometry', /GeoJSON/],
    [
      'a bbox of other things',
      { type: 'Polygon', coordinates: [], bbox: [0, 0, 1, null] },
      'geometry.bbox',
      /list of numbers/,
    ],
    ['another geometry', { type: 'Point', coordinates: [0, 0] }, 'geometry.type', /Polygon/],
    ['a strange member', { ...polygon(square(0, 0, 1)), crs: {} }, 'geometry.crs', /no member/],
    ['no rings', polygon(), 'geometry.coordinates', /rings/],
    [
      'a ring left open',
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      'geometry.coordinates[0]',
      /not closed/,
    ],
    [
      'a line there and back',
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ]),
      'geometry.coordinates[0]',
      /touches itself/,
    ],
    [
      'one corner many times',
      polygon([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
      'geometry.coordinates[0]',
      /encloses nothing/,
    ],
    [
      'three positions',
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      'geometry.coordinates[0]',
      /encloses nothing/,
    ],
    [
      'a text for a number',
      polygon([
        [0, 0],
        ['1', 0],
        [1, 1],
        [0, 0],
      ]),
      'geometry.coordinates[0][1]',
      /longitude, latitude/,
    ],
    [
      'latitude before longitude',
      polygon([
        [48.8, 102.3],
        [48.9, 102.3],
        [48.9, 102.4],
        [48.8, 102.3],
      ]),
      'geometry.coordinates[0][0][1]',
      /longitude comes first/,
    ],
    [
      'a longitude beyond 180',
      polygon([
        [181, 0],
        [1, 0],
        [1, 1],
        [181, 0],
      ]),
      'geometry.coordinates[0][0][0]',
      /-180 to 180/,
    ],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ]),
      'geometry.coordinates[0]',
      /crosses or touches itself near/,
    ],
    [
      'a ring that touches itself in a corner',
      polygon([
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
        [1, 1],
        [0, 0],
      ]),
      'geometry.coordinates[0]',
      /touches itself/,
    ],
    [
      'a ring that runs back on itself',
      polygon([
        [0, 0],
        [4, 0],
        [4, 4],
        [4, 0],
        [0, 4],
        [0, 0],
      ]),
      'geometry.coordinates[0]',
      /itself/,
    ],
    [
      'a hole across the border',
      polygon(square(0, 0, 4), square(3, 1, 4)),
      'geometry.coordinates[1]',
      /crosses another ring/,
    ],
    ['a hole outside', polygon(square(0, 0, 4), square(6, 6, 1)), 'geometry.coordinates[1]', /outside/],
    [
      'a hole in a hole',
      polygon(square(0, 0, 10), square(1, 1, 8), square(2, 2, 2)),
      'geometry.coordinates[2]',
      /another hole/,
    ],
    ['parts that overlap', multi([square(0, 0, 4)], [square(2, 2, 4)]), 'geometry.coordinates[1]', /overlaps/],
    ['a part inside another', multi([square(0, 0, 9)], [square(2, 2, 1)]), 'geometry.coordinates[1]', /inside another/],
    ['the same part twice', multi([square(0, 0, 4)], [square(0, 0, 4)]), 'geometry.coordinates[1]', /overlaps/],
    ['one corner too many', polygon(circle(MAX_AREA_POSITIONS)), 'geometry.coordinates[0]', /at most 5000/],
  ])('%s', (_, area, propertyPath, message) => {
    expect(parseArea(area)).toEqual({
      ok: false,
      violations: [{ propertyPath, message: expect.stringMatching(message) as unknown }],
    });
  });
});
