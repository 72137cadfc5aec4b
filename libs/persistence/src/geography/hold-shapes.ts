import { ShapeMissing } from '@gable/domain/criteria';
import type { Transaction } from '../database/database.js';
import { HOLD_SHAPES } from './statements/shapes.js';

/**
 * Sees to it that shapes of an account are there until the transaction ends, and answers the positions of each.
 * @throws ShapeMissing where one was removed
 */
export async function holdShapes(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.query<{ id: string; positions: number }>(HOLD_SHAPES, [accountId, ids]);
  const positions = new Map(rows.map((shape) => [shape.id, shape.positions]));
  const missing = ids.find((id) => !positions.has(id));
  if (missing !== undefined) throw new ShapeMissing(missing);
  return positions;
}
