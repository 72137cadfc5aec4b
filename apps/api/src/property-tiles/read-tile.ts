import type { Parsed, Violation } from '@gable/domain/criteria';
import type { Tile } from '@gable/domain/geo';
import { MOST_ZOOM } from '../property-map/map-request.js';

/** Reads a tile from the parts of its address. */
export function readTile(given: { readonly z: string; readonly x: string; readonly y: string }): Parsed<Tile> {
  const z = readWhole(given.z, MOST_ZOOM);
  if (z === null) return { ok: false, violations: [wrong('z', `expects a whole number from 0 to ${MOST_ZOOM}`)] };
  const last = 2 ** z - 1;
  const [x, y] = [readWhole(given.x, last), readWhole(given.y, last)];
  if (x !== null && y !== null) return { ok: true, value: { z, x, y } };
  const message = `expects a whole number from 0 to ${last}: there are ${last + 1} at zoom ${z}`;
  return {
    ok: false,
    violations: [...(x === null ? [wrong('x', message)] : []), ...(y === null ? [wrong('y', message)] : [])],
  };
}

function readWhole(given: string, most: number): number | null {
  const value = /^(?:0|[1-9]\d{0,7})$/.test(given) ? Number(given) : most + 1;
  return value <= most ? value : null;
}

const wrong = (propertyPath: string, message: string): Violation => ({ propertyPath, message });
