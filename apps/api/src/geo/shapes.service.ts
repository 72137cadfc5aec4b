import { Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { ShapeStore } from '@gable/persistence/geography';
import type { Caller } from '../access/caller.js';
import type { Page, PageRange } from '../http/collection.js';
import { Idempotency, type RepeatableAnswer } from '../http/idempotency.js';
import { notFound, Problem } from '../http/problem.js';
import type { CreateShapeRequest } from './create-shape-request.js';
import { readShape } from './read-shape.js';
import { shapeResponse, type ShapeResponse } from './shape-response.js';

/** The drawn areas of the caller's account. */
@Injectable()
export class ShapesService {
  constructor(
    private readonly shapes: ShapeStore,
    private readonly database: Database,
    private readonly idempotency: Idempotency,
  ) {}

  create({ accountId }: Caller, request: CreateShapeRequest, key: string | null): Promise<RepeatableAnswer> {
    return this.idempotency.answer(
      { accountId, route: 'POST /geo/shapes', key, body: request },
      () => Promise.resolve(readShape(request)),
      async (draft, transaction, now) => {
        const shape = await this.shapes.create(accountId, draft, now, transaction);
        return { status: 201, location: `/geo/shapes/${shape.id}`, body: JSON.stringify(shapeResponse(shape)) };
      },
    );
  }

  async list({ accountId }: Caller, range: PageRange): Promise<Page<ShapeResponse>> {
    const { items, total } = await this.shapes.list(accountId, range);
    return { items: items.map(shapeResponse), total };
  }

  async read({ accountId }: Caller, id: string): Promise<ShapeResponse> {
    const shape = await this.shapes.find(accountId, id);
    if (!shape) throw notFound();
    return shapeResponse(shape);
  }

  async remove({ accountId }: Caller, id: string): Promise<void> {
    const removal = await this.shapes.remove(accountId, id, await this.database.now());
    if (!removal) throw notFound();
    if (!removal.removed)
      throw new Problem(
        'conflict',
        `Alerts use this shape: ${removal.usedBy.map((alert) => `/alerts/${alert}`).join(', ')}. ` +
          'Change or remove them first.',
      );
  }
}
