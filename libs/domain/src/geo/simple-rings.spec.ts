import { SeededRandom } from '../testing/generating/seeded-random.js';
import type { Position, Ring } from './geometry.js';
import { edgesOf, meet } from './ring-edges.js';
import { crossingOf } from './simple-rings.js';

/** Every edge with every other. */
function crossesSomewhere(rings: readonly Ring[]): boolean {
  const edges = rings.flatMap(edgesOf);
  return edges.some((edge, place) => edges.slice(place + 1).some((other) => meet(edge, other)));
}

/** Corners on a coarse grid, where nearly everything that can coincide does; or anywhere. */
function someRing(random: SeededRandom, grid: number): Position[] {
  const corners = Array.from({ length: random.whole(3, 9) }, (): Position =>
    grid > 0 ? [random.whole(0, grid), random.whole(0, grid)] : [random.next(), random.next()],
  );
  return [...corners, corners[0]!];
}

it.each([3, 5, 12, 0])('finds a crossing where comparing all edges does, on a grid of %d', (grid) => {
  const random = new SeededRandom(20261122 + grid);
  const found = { crossing: 0, simple: 0 };
  for (let n = 0; n < 8_000; n += 1) {
    const rings = Array.from({ length: random.whole(1, 3) }, () => someRing(random, grid));
    const expected = crossesSomewhere(rings);
    expect({ rings, crosses: crossingOf(rings) !== undefined }).toEqual({ rings, crosses: expected });
    found[expected ? 'crossing' : 'simple'] += 1;
  }
  expect(Math.min(found.crossing, found.simple)).toBeGreaterThan(100);
});

it('compares an edge with its neighbours alone, however many lie above one place', () => {
  const teeth = 2_000;
  const fan: Position[] = Array.from({ length: 2 * teeth }, (_, n) => {
    const angle = (n / (2 * teeth)) * (Math.PI / 2);
    const reach = n % 2 === 0 ? 1 : 0.001;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  const ring = [[-0.1, -0.1] as Position, ...fan, [-0.1, -0.1] as Position];
  let reads = 0;
  const counted = ring.map(
    (position) =>
      new Proxy(position, {
        get: (target, name) => {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  expect(crossingOf([counted])).toBeUndefined();
  expect(reads).toBeLessThan(2 * teeth * 1_000); // each pair would be eight million times eight
});
