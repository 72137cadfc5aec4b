import type { AreaGeometry } from '@gable/domain';
import type { Database } from '../database.js';

/** Areas drawn by customers. Each belongs to one account and does not exist for others. */
export class ShapeStore {
  constructor(private readonly database: Database) {}

  /** Geometries of those ids that exist and belong to the account. */
  async geometries(accountId: string, ids: readonly string[]): Promise<Map<string, AreaGeometry>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; geometry: AreaGeometry }>(
      'select id, geometry from shape where account_id = $1 and id = any($2::uuid[])', [accountId, ids],
    );
    return new Map(rows.map(({ id, geometry }) => [id, geometry]));
  }
}
