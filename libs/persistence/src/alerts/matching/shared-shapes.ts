import type { Shape } from '@gable/domain/criteria';
import { countPositions } from '@gable/domain/geo';
import type { Queryable } from '../../database/database.js';
import { readShapes } from '../../geography/read-shapes.js';

/** Positions of shapes that stay in memory though nothing uses them any more: the next alert often does. */
const POSITIONS_KEPT = 250_000;

/** Shapes by id, each one object for all alerts that use it, for as long as one of them does. */
export class SharedShapes {
  private readonly known = new Map<string, WeakRef<Shape>>();
  private readonly gone = new FinalizationRegistry<string>((id) => {
    if (this.known.get(id)?.deref() === undefined) this.known.delete(id);
  });
  /** The last that were asked for, the oldest first. */
  private readonly recent = new Map<string, Shape>();
  private recentPositions = 0;

  constructor(private readonly database: Queryable) {}

  /** Those of these ids that are in the store. Reads what is not in memory. */
  async read(ids: readonly string[]): Promise<ReadonlyMap<string, Shape>> {
    const found = new Map<string, Shape>();
    for (const id of new Set(ids)) {
      const shape = this.known.get(id)?.deref();
      if (shape !== undefined) found.set(id, shape);
    }
    const unknown = [...new Set(ids)].filter((id) => !found.has(id));
    for (const [id, shape] of await readShapes(this.database, unknown)) {
      this.known.set(id, new WeakRef(shape));
      this.gone.register(shape, id);
      found.set(id, shape);
    }
    for (const shape of found.values()) this.keep(shape);
    return found;
  }

  private keep(shape: Shape): void {
    if (!this.recent.delete(shape.id)) this.recentPositions += countPositions(shape.geometry);
    this.recent.set(shape.id, shape);
    for (const [id, oldest] of this.recent) {
      if (this.recentPositions <= POSITIONS_KEPT) break;
      this.recent.delete(id);
      this.recentPositions -= countPositions(oldest.geometry);
    }
  }
}
