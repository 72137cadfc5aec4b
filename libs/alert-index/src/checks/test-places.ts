import { distanceMeters } from '@gable/domain/geo';
import type { Facts } from '../compile/facts.js';

/** Whether one of a few ids is in a sorted list. */
export function shareOne(few: readonly number[], sorted: Float64Array, from: number, to: number): boolean {
  for (const id of few) {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    if (low < to && sorted[low] === id) return true;
  }
  return false;
}

/** Whether the listing's point lies in a circle as `Atoms` writes it down. */
export function inCircle(facts: Facts, circle: Float64Array, at: number): boolean {
  facts.placeOnSphere();
  const { x, y, z, lat, lng } = facts;
  const dx = x - (circle[at] as number);
  const dy = y - (circle[at + 1] as number);
  const dz = z - (circle[at + 2] as number);
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared <= (circle[at + 3] as number)) return true;
  if (squared >= (circle[at + 4] as number)) return false;
  return (
    distanceMeters({ lat: circle[at + 5] as number, lng: circle[at + 6] as number }, { lat, lng }) <=
    (circle[at + 7] as number)
  );
}

/** Whether a point lies in a box, edges included: from west to east, from south to north. */
export function inBox(lng: number, lat: number, box: Float64Array, at: number): boolean {
  return (
    lat >= (box[at + 2] as number) &&
    lat <= (box[at + 3] as number) &&
    lng >= (box[at] as number) &&
    lng <= (box[at + 1] as number)
  );
}

/**
 * Whether a point lies in an area as `Atoms` writes it down. The arithmetic is that of `pointInArea`, so that even a
 * point on a border gets the same answer.
 */
export function inArea(lng: number, lat: number, area: Float64Array, start: number, rings: number): boolean {
  if (!inBox(lng, lat, area, start)) return false;
  let at = start + 4;
  let inside = false;
  for (let ring = 0; ring < rings; ring += 1) {
    const corners = area[at] as number;
    at += 1;
    let x1 = area[at + 2 * corners - 2] as number;
    let y1 = area[at + 2 * corners - 1] as number;
    for (let corner = 0; corner < corners; corner += 1) {
      const x2 = area[at] as number;
      const y2 = area[at + 1] as number;
      if (y1 > lat) {
        if (y2 <= lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) inside = !inside;
      } else if (y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
      x1 = x2;
      y1 = y2;
      at += 2;
    }
  }
  return inside;
}
