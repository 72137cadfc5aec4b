import type { Spot } from './grouping-item.js';

const METERS_PER_DEGREE = 111_195;
/** Width of a cell in meters. With a reach below half of it a point touches at most 2 × 2 cells. */
const CELL_METERS = 320;
/** How far two listings of one property are looked for: 98 % of the true pairs lie within 120 m (docs/grouping.md). */
const PROBE_METERS = 150;
const ROW_DEGREES = CELL_METERS / METERS_PER_DEGREE;

/** The cell of about 320 m that a point lies in. */
export function cellOf({ lat, lng }: Spot): string {
  const row = Math.floor(lat / ROW_DEGREES);
  return `${row},${Math.floor(lng / columnDegrees(row))}`;
}

/** The cells within 150 m of a point: its own and up to three more. */
export function cellsAround({ lat, lng }: Spot): string[] {
  const cells: string[] = [];
  const reachDegrees = PROBE_METERS / METERS_PER_DEGREE;
  const lastRow = Math.floor((lat + reachDegrees) / ROW_DEGREES);
  for (let row = Math.floor((lat - reachDegrees) / ROW_DEGREES); row <= lastRow; row++) {
    const width = columnDegrees(row);
    const reach = (PROBE_METERS / CELL_METERS) * width;
    const lastColumn = Math.floor((lng + reach) / width);
    for (let column = Math.floor((lng - reach) / width); column <= lastColumn; column++) cells.push(`${row},${column}`);
  }
  return cells;
}

/**
 * Columns of one row are equally wide in degrees, so that its cells are about square; at the poles they do not shrink
 * to nothing.
 */
function columnDegrees(row: number): number {
  return ROW_DEGREES / Math.max(0.01, Math.cos(((row + 0.5) * ROW_DEGREES * Math.PI) / 180));
}
