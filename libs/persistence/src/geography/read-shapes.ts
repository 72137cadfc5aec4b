import type { Shape } from '@gable/domain/criteria';
import type { Queryable } from '../database/database.js';
import { SELECT_GEOMETRIES } from './statements/shapes.js';

/**
 * Shapes by id, those that were removed since too; of any account, for who has seen to it that the criteria which name
 * them may be read. What is not there is left out.
 */
export async function readShapes(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Shape>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<Shape>(SELECT_GEOMETRIES, [ids]);
  return new Map(rows.map((shape) => [shape.id, shape]));
}
