import type { AreaGeometry } from '@gable/domain/geo';
import { Any, type Repository } from 'typeorm';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { ShapeEntity } from './shape.entity.js';
import { DELETE_SHAPE, LOCK_SHAPE, SELECT_ALERTS_OF_SHAPE } from './statements/shapes.js';

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
    await this.shapes().insert({ id, accountId, name, geometry, createdAt: now });
    return { id, name, geometry, createdAt: now };
  }

  /** Newest first. */
  async list(
    accountId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: StoredShape[]; total: number }> {
    const [items, total] = await this.shapes().findAndCount({
      select: STORED_SHAPE,
      where: { accountId },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    return { items, total };
  }

  async find(accountId: string, id: string): Promise<StoredShape | null> {
    return this.shapes().findOne({ select: STORED_SHAPE, where: { accountId, id } });
  }

  /** Null when the account has no such shape. */
  async remove(accountId: string, id: string): Promise<ShapeRemoval | null> {
    return this.database.transaction(async (transaction) => {
      const [shape] = await transaction.query(LOCK_SHAPE, [accountId, id]);
      if (!shape) return null;
      const alerts = await transaction.query<{ id: string }>(SELECT_ALERTS_OF_SHAPE, [accountId, id]);
      if (alerts.length > 0) return { removed: false, usedBy: alerts.map((alert) => alert.id) };
      await transaction.query(DELETE_SHAPE, [id]);
      return { removed: true };
    });
  }

  /** Geometries of those ids that exist and belong to the account. */
  async geometries(accountId: string, ids: readonly string[]): Promise<Map<string, AreaGeometry>> {
    if (ids.length === 0) return new Map();
    const rows = await this.shapes().find({
      select: { id: true, geometry: true },
      where: { accountId, id: Any([...ids]) },
    });
    return new Map(rows.map(({ id, geometry }) => [id, geometry]));
  }

  private shapes(): Repository<ShapeEntity> {
    return this.database.manager.getRepository(ShapeEntity);
  }
}

const STORED_SHAPE = { id: true, name: true, geometry: true, createdAt: true } as const;
