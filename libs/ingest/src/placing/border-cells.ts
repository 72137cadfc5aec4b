import { ringsOf, type AreaGeometry } from '@gable/domain/geo';

/** Width of a cell in degrees: about 50 m, so that most cells of a town lie inside of one quarter. */
const CELL_DEGREES = 0.0005;
const COLUMNS = Math.ceil(360 / CELL_DEGREES) + 1;
/** Outlines with more corners than this in all would fill the memory with cells. */
const MAX_EDGES = 300_000;

/**
 * The cells of a grid over the earth through which a border runs. In every other cell, what holds at one point holds at
 * all.
 */
export class BorderCells {
  /** False where the outlines are too many to note their cells: every cell must then be taken for crossed. */
  readonly known: boolean;
  private readonly cells = new Set<number>();

  constructor(outlines: readonly AreaGeometry[]) {
    const rings = outlines.flatMap((outline) => ringsOf(outline));
    this.known = rings.reduce((edges, ring) => edges + ring.length, 0) <= MAX_EDGES;
    if (!this.known) return;
    for (const ring of rings) for (let i = 1; i < ring.length; i++) this.note(ring[i - 1]!, ring[i]!);
  }

  /** A number that names the cell of a point. */
  static cellOf(lng: number, lat: number): number {
    return Math.floor((lat + 90) / CELL_DEGREES) * COLUMNS + Math.floor((lng + 180) / CELL_DEGREES);
  }

  isCrossed(cell: number): boolean {
    return !this.known || this.cells.has(cell);
  }

  /**
   * Follows an edge in half cells: between two steps it touches no cell but those that the box around both touches.
   */
  private note([fromLng, fromLat]: readonly [number, number], [toLng, toLat]: readonly [number, number]): void {
    const steps = Math.max(
      1,
      Math.ceil(Math.max(Math.abs(toLng - fromLng), Math.abs(toLat - fromLat)) / (CELL_DEGREES / 2)),
    );
    for (let i = 0; i < steps; i++) {
      const [startLng, startLat] = [
        fromLng + ((toLng - fromLng) * i) / steps,
        fromLat + ((toLat - fromLat) * i) / steps,
      ];
      const [endLng, endLat] = [
        fromLng + ((toLng - fromLng) * (i + 1)) / steps,
        fromLat + ((toLat - fromLat) * (i + 1)) / steps,
      ];
      for (const lng of [startLng, endLng])
        for (const lat of [startLat, endLat]) this.cells.add(BorderCells.cellOf(lng, lat));
    }
  }
}
