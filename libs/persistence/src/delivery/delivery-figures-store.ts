import type { Queryable } from '../database.js';

/** The state of the queue. */
export interface DeliveryFigures {
  /** Deliveries that have not ended. */
  readonly waiting: number;
  /** How long the longest waiting of those due has waited, in milliseconds; 0 where none waits. Deliveries behind an open breaker, and to addresses that have to confirm, do not count. */
  readonly oldestDueMs: number;
  readonly openBreakers: number;
  readonly switchedOff: number;
  /** Mail addresses with something waiting until they confirm. */
  readonly unconfirmed: number;
}

/** Figures for operators, read now and then. */
export class DeliveryFiguresStore {
  constructor(private readonly database: Queryable) {}

  async read(now: Date): Promise<DeliveryFigures> {
    const [row] = await this.database.query<DeliveryFigures & { oldest: Date | null }>(
      `
      select (select count(*) from delivery) as waiting,
        (select min(due_at) from delivery join delivery_endpoint endpoint on endpoint.id = delivery.endpoint_id
         where delivery.owner is null and due_at <= $1 and endpoint.opened_at is null and endpoint.waits_for is distinct from 'CONFIRMATION') as oldest,
        (select count(*) from delivery_endpoint where opened_at is not null and switched_off_at is null) as "openBreakers",
        (select count(*) from delivery_endpoint where switched_off_at is not null) as "switchedOff",
        (select count(*) from delivery_endpoint where waits_for = 'CONFIRMATION') as unconfirmed`,
      [now],
    );
    const { oldest, ...figures } = row!;
    return { ...figures, oldestDueMs: oldest === null ? 0 : now.getTime() - oldest.getTime() };
  }
}
