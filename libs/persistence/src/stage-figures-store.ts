import type { Database } from './database/database.js';
import { DeliveryFiguresStore } from './delivery/delivery-figures-store.js';
import { FeedJobStore } from './feeds/feed-job-store.js';
import { MarkStore } from './indexing/mark-store.js';
import { ChangeStore } from './listings/change-store.js';
import { SELECT_BOUNDED_PENDING } from './statements/status.js';

/** What waits for a stage. */
export interface StageBacklog {
  /** Counted to 100,000; of deliveries beyond that, PostgreSQL's own estimate. */
  readonly waiting: number;
  /** How long the oldest waits that nothing holds back; 0 where none does. */
  readonly lagSeconds: number;
}

/** By stage: feeds in the database, changes, deliveries, properties to be indexed. */
export type StageFigures = Readonly<Record<'ingest' | 'matching' | 'delivery' | 'indexing', StageBacklog>>;

/** How far the stages are behind, whoever runs them; cheap enough to be asked again and again. */
export class StageFiguresStore {
  constructor(private readonly database: Database) {}

  async read(): Promise<StageFigures> {
    const { database } = this;
    const feeds = await new FeedJobStore(database).figures();
    const delivery = await new DeliveryFiguresStore(database).read(await database.now());
    const [pending] = await database.query<{ changes: number; indexing: number }>(SELECT_BOUNDED_PENDING);
    const lagSeconds = await new ChangeStore(database).oldestWaitingSeconds();
    const marks = await new MarkStore(database).figures();
    return {
      ingest: { waiting: feeds.waiting + feeds.reading, lagSeconds: feeds.oldestSeconds },
      matching: { waiting: pending!.changes, lagSeconds },
      delivery: { waiting: delivery.waiting, lagSeconds: delivery.oldestDueMs / 1_000 },
      indexing: { waiting: pending!.indexing, lagSeconds: marks.lagSeconds },
    };
  }
}
