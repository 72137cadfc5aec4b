import { pointInArea } from '@gable/domain/geo';
import type { PlacedDivision } from '@gable/persistence/geography';
import { DivisionIndex } from './division-index.js';

const square = (west: number, south: number, size: number): PlacedDivision['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});

const divisions: PlacedDivision[] = [
  { id: 1, type: 'COUNTRY', ancestorIds: [], geometry: null },
  { id: 100, type: 'CITY', ancestorIds: [1], geometry: square(0, 0, 1) },
  { id: 10_001, type: 'DISTRICT', ancestorIds: [100, 1], geometry: square(0, 0, 0.5) },
  { id: 4_625_001_001, type: 'NEIGHBORHOOD', ancestorIds: [10_001, 100, 1], geometry: square(0, 0, 0.1) },
  { id: 200, type: 'CITY', ancestorIds: [1], geometry: null },
];
const index = new DivisionIndex(divisions);

describe('DivisionIndex', () => {
  it('looks a point up and fills every level with all ancestors', () => {
    expect(index.place({ lat: 0.05, lng: 0.05 })).toEqual({
      lat: 0.05,
      lng: 0.05,
      divisionIds: [1, 100, 10_001, 4_625_001_001],
      countryId: 1,
      cityId: 100,
      districtId: 10_001,
      neighborhoodId: 4_625_001_001,
    });
  });

  it('lets ids of the feed win over the point', () => {
    expect(index.place({ lat: 0.05, lng: 0.05, cityId: 200 })).toMatchObject({
      divisionIds: [1, 200],
      cityId: 200,
      districtId: undefined,
    });
  });

  it('finds the ancestors of an id without a point', () => {
    expect(index.place({ districtId: 10_001 })).toMatchObject({
      divisionIds: [1, 100, 10_001],
      cityId: 100,
      districtId: 10_001,
    });
  });

  it('puts a home into one city where ids of the feed disagree', () => {
    expect(index.place({ cityId: 200, districtId: 10_001 })).toMatchObject({
      divisionIds: [1, 200, 10_001],
      cityId: 200,
    });
  });

  it('puts a home into one department and one region, those of its city', () => {
    const france: PlacedDivision[] = [
      { id: 1, type: 'COUNTRY', ancestorIds: [], geometry: null },
      { id: 10, type: 'REGION', ancestorIds: [1], geometry: null },
      { id: 11, type: 'REGION', ancestorIds: [1], geometry: null },
      { id: 50, type: 'DEPARTMENT', ancestorIds: [10, 1], geometry: square(5, 5, 1) },
      { id: 51, type: 'DEPARTMENT', ancestorIds: [11, 1], geometry: square(5.5, 5.5, 1) },
      { id: 500, type: 'CITY', ancestorIds: [50, 10, 1], geometry: null },
      { id: 510, type: 'CITY', ancestorIds: [51, 11, 1], geometry: null },
      { id: 5_001, type: 'DISTRICT', ancestorIds: [500, 50, 10, 1], geometry: null },
    ];
    const levels = new DivisionIndex(france);
    expect(levels.place({ cityId: 500 })).toMatchObject({
      divisionIds: [1, 10, 50, 500],
      cityId: 500,
      departmentId: 50,
      regionId: 10,
      countryId: 1,
    });
    expect(levels.place({ cityId: 510, districtId: 5_001 })).toMatchObject({
      divisionIds: [1, 11, 51, 510, 5_001],
      cityId: 510,
      departmentId: 51,
      regionId: 11,
    });
    expect(levels.place({ lat: 5.7, lng: 5.7 })).toMatchObject({
      divisionIds: [1, 10, 50],
      departmentId: 50,
      regionId: 10,
      cityId: undefined,
    });
  });

  it('puts a point where outlines of two cities overlap into the districts of the one that is kept', () => {
    const overlapping = new DivisionIndex([
      { id: 100, type: 'CITY', ancestorIds: [], geometry: square(0, 0, 1) },
      { id: 110, type: 'DISTRICT', ancestorIds: [100], geometry: square(0, 0, 1) },
      { id: 111, type: 'NEIGHBORHOOD', ancestorIds: [110, 100], geometry: null },
      { id: 200, type: 'CITY', ancestorIds: [], geometry: square(0.9, 0, 1) },
      { id: 50, type: 'DISTRICT', ancestorIds: [200], geometry: square(0.9, 0, 1) },
      { id: 51, type: 'NEIGHBORHOOD', ancestorIds: [50, 200], geometry: square(0.9, 0, 1) },
    ]);
    expect(overlapping.place({ districtId: 50, neighborhoodId: 111 })).toMatchObject({
      divisionIds: [50, 100, 110, 111],
    });
    expect(overlapping.place({ lat: 0.95, lng: 0.95 })).toMatchObject({
      divisionIds: [100, 110],
      cityId: 100,
      districtId: 110,
      neighborhoodId: undefined,
    });
  });

  it('takes the city of a district that was given as a city', () => {
    expect(index.place({ cityId: 10_001 })).toMatchObject({ divisionIds: [1, 100, 10_001], cityId: 100 });
  });

  it('keeps an id it does not know, without ancestors', () => {
    expect(index.place({ cityId: 999 })).toMatchObject({ divisionIds: [999], cityId: 999 });
  });

  it('knows nothing of a point outside of every outline or of no point', () => {
    expect(index.place({ lat: 45, lng: 45 })).toEqual({ lat: 45, lng: 45 });
    expect(index.place({ cityName: 'Somewhere' })).toEqual({ cityName: 'Somewhere' });
    expect(index.place(undefined)).toBeUndefined();
  });

  it('finds the same divisions near borders as far from them, however a point was reached', () => {
    const wavy = (centerLng: number, centerLat: number, radius: number): PlacedDivision['geometry'] => ({
      type: 'Polygon',
      coordinates: [
        Array.from({ length: 41 }, (_, i): [number, number] => {
          const angle = ((i % 40) / 40) * 2 * Math.PI;
          const reach = radius * (1 + 0.3 * Math.sin(5 * angle));
          return [centerLng + reach * Math.cos(angle), centerLat + reach * Math.sin(angle)];
        }),
      ],
    });
    const geometry = wavy(2, 48, 0.03);
    const reused = new DivisionIndex([{ id: 7, type: 'CITY', ancestorIds: [], geometry }]);
    let inside = 0;
    for (let i = 0; i < 4_000; i++) {
      const point = { lng: 2 + 0.05 * Math.sin(i * 12.9898), lat: 48 + 0.05 * Math.sin(i * 78.233) };
      const expected = pointInArea(point, geometry!);
      if (expected) inside += 1;
      expect(reused.place(point)!.cityId).toBe(expected ? 7 : undefined);
    }
    expect(inside).toBeGreaterThan(500);
  });
});
