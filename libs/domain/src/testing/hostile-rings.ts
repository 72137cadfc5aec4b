import type { Position } from '../geo/geometry.js';

/** A ring of so many teeth that every band across them meets every one. Its teeth stand upright, or lie. */
export function comb(positions: number, lies: boolean): Position[] {
  const teeth = Math.floor((positions - 4) / 2);
  const line = Array.from({ length: 2 * teeth }, (_, n): Position => [(n >> 1) + (n & 1) * 0.5, n % 2 === 0 ? 1 : 99]);
  const wide = teeth + 1;
  const ring: Position[] = [[-1, 100], [-1, 0], [wide, 0], [wide, 1], ...line.reverse(), [-1, 100]];
  return ring.map(([across, along]) => placed(across / wide, along / 100, lies));
}

/** Teeth from one corner to the edges opposite: they cross bands of either kind. */
export function fan(positions: number): Position[] {
  const count = Math.floor((positions - 2) / 2);
  const ring: Position[] = [[0, 0]];
  for (let n = 0; n < count; n += 1) {
    const angle = ((n + 0.5) / count) * (Math.PI / 2);
    ring.push([0.01 + Math.cos(angle), 0.01 + Math.sin(angle)]);
    const between = ((n + 1) / count) * (Math.PI / 2);
    ring.push([0.01 + 0.001 * Math.cos(between), 0.01 + 0.001 * Math.sin(between)]);
  }
  return [...ring, ring[0]!].map(([x, y]) => placed(x, y, false));
}

/** A border with bays, as drawn ones are. */
export function star(positions: number): Position[] {
  const count = positions - 1;
  return Array.from({ length: positions }, (_, n): Position => {
    const angle = (2 * Math.PI * (n % count)) / count;
    const radius = 0.4 * (1 + 0.3 * Math.sin(37 * angle));
    return placed(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle), false);
  });
}

/** From the unit square into half a degree around Paris. */
function placed(x: number, y: number, isTurned: boolean): Position {
  const [across, along] = isTurned ? [y, x] : [x, y];
  return [2 + across / 2, 48.5 + along / 2];
}
