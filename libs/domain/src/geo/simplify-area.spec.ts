import type { Position } from './geometry.js';
import { simplifyArea } from './simplify-area.js';

/** A circle of `count` positions around (lng, 0). */
const circle = (lng: number, radius: number, count: number): Position[] => {
  const ring = Array.from({ length: count }, (_, n): Position => {
    const angle = (2 * Math.PI * n) / count;
    return [lng + radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
};

it('keeps what can be told apart, and closes every ring', () => {
  const { coordinates } = simplifyArea({ type: 'Polygon', coordinates: [circle(0, 1, 1_000)] }, 0.1);
  const [border] = coordinates as Position[][];
  expect(border!.length).toBeGreaterThan(40);
  expect(border!.length).toBeLessThan(70);
  expect(border!.at(-1)).toEqual(border![0]);
});

it('leaves an area alone whose positions lie far apart', () => {
  const area = { type: 'Polygon' as const, coordinates: [circle(0, 1, 6)] };
  expect(simplifyArea(area, 0.1)).toEqual(area);
});

it('drops parts and holes that would be less than a triangle, and never the whole area', () => {
  const area = {
    type: 'MultiPolygon' as const,
    coordinates: [[circle(0, 1, 100), circle(0, 0.01, 20)], [circle(5, 0.01, 20)]],
  };
  const simple = simplifyArea(area, 0.1);
  expect(simple.type).toBe('Polygon');
  expect(simple.coordinates).toHaveLength(1);
  expect(simplifyArea({ type: 'Polygon', coordinates: [circle(0, 0.01, 20)] }, 0.1).coordinates[0]).toHaveLength(21);
});
