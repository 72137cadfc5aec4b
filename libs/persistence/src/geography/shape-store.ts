import type { AreaGeometry } from '@gable/domain/geo';
import type { Database } from '../database.js';
import { newId } from '../new-id.js';

/** An area drawn by a customer. It never changes: criteria hold a copy of its geometry. */
export interface StoredShape {
  id: string;
  name: string | null;
  geometry: AreaGeometry;
  createdAt: Date;
}

/** What became of a shape that was to be removed; one that alerts use stays, with the first of their ids. */
export type ShapeRemoval = { removed: true } | { removed: false; usedBy: string[] };

/** Areas drawn by customers. Each belongs to one account and does not exist for others. */
export class ShapeStore {
  constructor(private readonly database: Database) {}

  async create(
    accountId: string,
    { name, geometry }: Pick<StoredShape, 'name' | 'geometry'>,
    now: Date,
  ): Promise<StoredShape> {
    const id = newId();
    await this.database.query(
      'insert into shape (id, account_id, name, geometry, created_at) values ($1, $2, $3, $4, $5)',
      [id, accountId, name, JSON.stringify(geometry), now],
    );
    return { id, name, geometry, createdAt: now };
  }

  /** Newest first. */
  async list(
    accountId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: StoredShape[]; total: number }> {
    const items = await this.database.query<StoredShape>(
      `${SELECT} where account_id = $1 order by id desc offset $2 limit $3`,
      [accountId, offset, limit],
    );
    const [row] = await this.database.query<{ total: number }>(
      'select count(*) as total from shape where account_id = $1',
      [accountId],
    );
    return { items, total: row!.total };
  }

  async find(accountId: string, id: string): Promise<StoredShape | null> {
    const [shape] = await this.database.query<StoredShape>(`${SELECT} where account_id = $1 and id = $2`, [
      accountId,
      id,
    ]);
    return shape ?? null;
  }

  /** Null when the account has no such shape. */
  async remove(accountId: string, id: string): Promise<ShapeRemoval | null> {
    return this.database.transaction(async (transaction) => {
      const [shape] = await transaction.query('select from shape where account_id = $1 and id = $2 for update', [
        accountId,
        id,
      ]);
      if (!shape) return null;
      const alerts = await transaction.query<{ id: string }>(
        'select id from alert where account_id = $1 and shape_ids @> array[$2::uuid] and deleted_at is null order by id limit 10',
        [accountId, id],
      );
      if (alerts.length > 0) return { removed: false, usedBy: alerts.map((alert) => alert.id) };
      await transaction.query('delete from shape where id = $1', [id]);
      return { removed: true };
    });
  }

  /** Geometries of those ids that exist and belong to the account. */
  async geometries(accountId: string, ids: readonly string[]): Promise<Map<string, AreaGeometry>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; geometry: AreaGeometry }>(
      'select id, geometry from shape where account_id = $1 and id = any($2::uuid[])',
      [accountId, ids],
    );
    return new Map(rows.map(({ id, geometry }) => [id, geometry]));
  }
}

const SELECT = 'select id, name, geometry, created_at as "createdAt" from shape';
