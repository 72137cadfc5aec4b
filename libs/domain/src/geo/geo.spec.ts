import fc from 'fast-check';
import { boundingBoxOfArea, boundingBoxOfCircle, boxContains } from './bounding-box.js';
import { distanceMeters, EARTH_RADIUS_METERS } from './distance.js';
import { pointInArea } from './point-in-area.js';
import type { AreaGeometry } from './geometry.js';

const anyPoint = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distanceMeters', () => {
  it('is the arc on a sphere of the mean radius', () => {
    const quarter = (Math.PI / 2) * EARTH_RADIUS_METERS;
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 90 })).toBeCloseTo(quarter, 5);
    expect(distanceMeters({ lat: 90, lng: 17 }, { lat: 0, lng: -50 })).toBeCloseTo(quarter, 5);
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(2 * quarter, 5);
    expect(distanceMeters({ lat: 10, lng: 179.5 }, { lat: 10, lng: -179.5 })).toBeCloseTo(
      distanceMeters({ lat: 10, lng: 0 }, { lat: 10, lng: 1 }),
      5,
    );
    // Paris to London, a figure that other haversine calculators give as 343.6 km.
    expect(distanceMeters({ lat: 48.8566, lng: 2.3522 }, { lat: 51.5074, lng: -0.1278 }) / 1000).toBeCloseTo(343.56, 1);
  });

  it('is never NaN, the same both ways, and 0 only to itself', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (a, b) => {
        const distance = distanceMeters(a, b);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS_METERS + 1e-6);
        expect(Math.abs(distance - distanceMeters(b, a))).toBeLessThan(1e-6);
      }),
    );
  });
});

describe('boundingBoxOfCircle', () => {
  it('holds every point of the circle, at the poles and across the antimeridian too', () => {
    const center = fc.oneof(
      anyPoint,
      fc.record({ lat: fc.constantFrom(90, -90, 89.999, 0), lng: fc.constantFrom(180, -180, 179.999, 0) }),
    );
    fc.assert(
      fc.property(
        center,
        fc.double({ min: 0.01, max: 3e7, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (from, radius, share, bearing) => {
          const point = walk(from, Math.min(radius, Math.PI * EARTH_RADIUS_METERS) * share, bearing);
          if (distanceMeters(from, point) <= radius)
            expect(boxContains(boundingBoxOfCircle(from, radius), point)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is tight around a small circle', () => {
    const box = boundingBoxOfCircle({ lat: 60, lng: 10 }, 1000);
    expect(box.maxLat - box.minLat).toBeCloseTo(0.01799, 4);
    expect(box.maxLng - box.minLng).toBeCloseTo(0.03597, 4);
  });
});

describe('pointInArea', () => {
  const holed: AreaGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
      [
        [4, 4],
        [4, 6],
        [6, 6],
        [6, 4],
        [4, 4],
      ],
    ],
  };
  const parts: AreaGeometry = {
    type: 'MultiPolygon',
    coordinates: [
      holed.coordinates,
      [
        [
          [5, 20],
          [6, 20],
          [5, 21],
          [5, 20],
        ],
      ],
    ],
  };

  it('counts holes as outside and every part as inside', () => {
    const points = [
      [5, 1],
      [5, 5],
      [5, 7],
      [20.2, 5.2],
      [20.8, 5.8],
      [-1, 5],
      [5, 11],
    ].map(([lat, lng]) => ({ lat: lat as number, lng: lng as number }));
    expect(points.map((point) => pointInArea(point, holed))).toEqual([true, false, true, false, false, false, false]);
    expect(points.map((point) => pointInArea(point, parts))).toEqual([true, false, true, true, false, false, false]);
  });

  it('takes the latitude of a corner once', () => {
    const diamond: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, -1],
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ],
      ],
    };
    expect([-2, -0.5, 0.5, 2].map((lng) => pointInArea({ lat: 0, lng }, diamond))).toEqual([false, true, true, false]);
  });

  it('puts a place on a border that two areas share into one of them', () => {
    const degrees = fc.integer({ min: -4_000, max: 4_000 }).map((thousandths) => thousandths / 1_000);
    const onBorder = fc.tuple(degrees, degrees, degrees, fc.constantFrom(0, 1, 0.5, 0.3));
    fc.assert(
      fc.property(onBorder, ([south, middle, north, share]) => {
        const border: [number, number][] = [
          [south, -5],
          [middle, 0.7],
          [north, 5],
        ];
        const area = (...ring: [number, number][]): AreaGeometry => ({ type: 'Polygon', coordinates: [ring] });
        const east = area(...border, [9, 5], [9, -5], border[0]!);
        const west = area(...[...border].reverse(), [-9, -5], [-9, 5], border[2]!);
        const point = { lng: south + (middle - south) * share, lat: -5 + 5.7 * share };
        expect([east, west].filter((each) => pointInArea(point, each))).toHaveLength(1);
      }),
    );
  });

  it('does not care which way a ring runs', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 11, noNaN: true }),
        fc.double({ min: -1, max: 11, noNaN: true }),
        (lat, lng) => {
          const turned: AreaGeometry = {
            type: 'Polygon',
            coordinates: holed.coordinates.map((ring) => [...ring].reverse()),
          };
          expect(pointInArea({ lat, lng }, turned)).toBe(pointInArea({ lat, lng }, holed));
        },
      ),
    );
  });

  it('finds the box around all parts', () => {
    expect(boundingBoxOfArea(parts)).toEqual({ minLat: 0, maxLat: 21, minLng: 0, maxLng: 10 });
  });

  it('holds nothing in an area without positions', () => {
    expect(pointInArea({ lat: 0, lng: 0 }, { type: 'MultiPolygon', coordinates: [] })).toBe(false);
  });
});

/** The point at a distance and bearing on the sphere (Veness, Movable Type Scripts, "destination point"). */
function walk(
  { lat, lng }: { lat: number; lng: number },
  meters: number,
  bearing: number,
): { lat: number; lng: number } {
  const [angle, phi] = [meters / EARTH_RADIUS_METERS, (lat * Math.PI) / 180];
  const sin = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const east = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sin);
  const turned = lng + (east * 180) / Math.PI;
  return {
    lat: (Math.asin(Math.max(-1, Math.min(1, sin))) * 180) / Math.PI,
    lng: ((((turned + 180) % 360) + 360) % 360) - 180,
  };
}
