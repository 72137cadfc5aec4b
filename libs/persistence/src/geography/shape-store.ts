import { DEFAULT_QUOTAS, type Quotas } from '@gable/domain';
import { countPositions, type AreaGeometry } from '@gable/domain/geo';
import { In, IsNull, type Repository } from 'typeorm';
import { readCountedPage, type CountedPage } from '../accounts/counted-page.js';
import { giveRoomBack, takeRoom } from '../accounts/room.js';
import { PAGE_OF_SHAPES } from '../accounts/statements/counted-pages.js';
import type { Database, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { ShapeEntity } from './shape.entity.js';
import {
  INSERT_SHAPE,
  LOCK_SHAPE,
  REMOVE_SHAPE,
  SELECT_ALERTS_OF_SHAPE,
  SELECT_NAMED_SHAPES,
} from './statements/shapes.js';

/** An area drawn by a customer. It never changes: alerts hold its id. */
export interface StoredShape {
  id: string;
  name: string | null;
  geometry: AreaGeometry;
  createdAt: Date;
}

/** A shape that criteria name. */
export interface NamedShape {
  readonly id: string;
  readonly positions: number;
  /** Null where what was asked for has too many positions together. */
  readonly geometry: AreaGeometry | null;
}

/** What became of a shape that was to be removed; one that alerts use stays, with the first of their ids. */
export type ShapeRemoval = { removed: true } | { removed: false; usedBy: string[] };

/** Areas drawn by customers. Each belongs to one account and does not exist for others. */
export class ShapeStore {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas = DEFAULT_QUOTAS,
  ) {}

  /** In a transaction of its own where none is handed along. @throws QuotaExceeded */
  async create(
    accountId: string,
    { name, geometry }: Pick<StoredShape, 'name' | 'geometry'>,
    now: Date,
    transaction?: Transaction,
  ): Promise<StoredShape> {
    const id = newId(now);
    const write = async (within: Transaction): Promise<void> => {
      const cells = [id, accountId, name, JSON.stringify(geometry), countPositions(geometry), now];
      await within.query(INSERT_SHAPE, cells);
      await takeRoom(within, accountId, 'shapes', this.quotas);
    };
    await (transaction === undefined ? this.database.transaction(write) : write(transaction));
    return { id, name, geometry, createdAt: now };
  }

  /** Newest first. */
  async list(accountId: string, range: { offset: number; limit: number }): Promise<CountedPage<StoredShape>> {
    return readCountedPage(this.database, PAGE_OF_SHAPES, accountId, range, (ids) =>
      this.shapes().find({
        select: STORED_SHAPE,
        where: { accountId, id: In(ids), removedAt: IsNull() },
        order: { id: 'DESC' },
      }),
    );
  }

  async find(accountId: string, id: string): Promise<StoredShape | null> {
    return this.shapes().findOne({ select: STORED_SHAPE, where: { accountId, id, removedAt: IsNull() } });
  }

  /** Null when the account has no such shape. It is gone at once; upkeep removes its row when nothing needs it. */
  async remove(accountId: string, id: string, now: Date): Promise<ShapeRemoval | null> {
    return this.database.transaction(async (transaction) => {
      const [shape] = await transaction.query(LOCK_SHAPE, [accountId, id]);
      if (!shape) return null;
      const alerts = await transaction.query<{ id: string }>(SELECT_ALERTS_OF_SHAPE, [accountId, id]);
      if (alerts.length > 0) return { removed: false, usedBy: alerts.map((alert) => alert.id) };
      await transaction.query(REMOVE_SHAPE, [id, now]);
      await giveRoomBack(transaction, accountId, 'shapes');
      return { removed: true };
    });
  }

  /**
   * Those of these ids that exist and belong to the account. Where they have more than `maxPositions` together, each as
   * often as it is mentioned, no geometry leaves the database.
   */
  async named(
    accountId: string,
    mentions: ReadonlyMap<string, number>,
    maxPositions: number,
  ): Promise<Map<string, NamedShape>> {
    if (mentions.size === 0) return new Map();
    const [ids, times] = [[...mentions.keys()], [...mentions.values()]];
    const rows = await this.database.query<NamedShape>(SELECT_NAMED_SHAPES, [accountId, ids, maxPositions, times]);
    return new Map(rows.map((shape) => [shape.id, shape]));
  }

  private shapes(): Repository<ShapeEntity> {
    return this.database.manager.getRepository(ShapeEntity);
  }
}

const STORED_SHAPE = { id: true, name: true, geometry: true, createdAt: true } as const;
