import { Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { ShapeStore, type StoredShape } from '@gable/persistence/geography';
import type { Caller } from '../access/caller.js';
import type { Page, PageRange } from '../http/collection.js';
import type { JsonObject } from '../http/json-body.js';
import { notFound, Problem } from '../http/problem.js';
import { readShape } from './read-shape.js';

/** The drawn areas of the caller's account. */
@Injectable()
export class ShapesService {
  constructor(
    private readonly shapes: ShapeStore,
    private readonly database: Database,
  ) {}

  async create({ accountId }: Caller, body: JsonObject): Promise<ShapeAnswer> {
    const draft = readShape(body);
    return shapeAnswer(await this.shapes.create(accountId, draft, await this.database.now()));
  }

  async list({ accountId }: Caller, range: PageRange): Promise<Page<ShapeAnswer>> {
    const { items, total } = await this.shapes.list(accountId, range);
    return { items: items.map(shapeAnswer), total };
  }

  async read({ accountId }: Caller, id: string): Promise<ShapeAnswer> {
    const shape = await this.shapes.find(accountId, id);
    if (!shape) throw notFound();
    return shapeAnswer(shape);
  }

  async remove({ accountId }: Caller, id: string): Promise<void> {
    const removal = await this.shapes.remove(accountId, id);
    if (!removal) throw notFound();
    if (!removal.removed)
      throw new Problem(
        'conflict',
        `Alerts use this shape: ${removal.usedBy.map((alert) => `/alerts/${alert}`).join(', ')}. Change or remove them first.`,
      );
  }
}

export type ShapeAnswer = ReturnType<typeof shapeAnswer>;

function shapeAnswer({ createdAt, ...shape }: StoredShape) {
  return { ...shape, createdAt: createdAt.toISOString() };
}
