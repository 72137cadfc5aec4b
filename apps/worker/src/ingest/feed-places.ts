import { KeptDivisions, Neighbourhood, type IngestOptions } from '@gable/ingest';
import { Database } from '@gable/persistence';
import { Injectable } from '@nestjs/common';
import { BatchQueue } from './batch-queue.js';

/** A feed that may be read now. */
export interface FeedPlace {
  /** What it shares with the feeds that are read at the same time: given to `ingestFeed`. */
  readonly shared: Required<Pick<IngestOptions, 'divisions' | 'neighbourhood' | 'schedule'>>;
  /** To be called when it is read to its end, or no further. */
  leave(): void;
}

/** Feeds open at once. Each holds a batch that waits (4 MiB of text at most) and the buffers of its stream. */
const MOST_OPEN = 16;
/** Of them places that only small feeds take, so that huge ones of many sources do not keep a small one out. */
const KEPT_FOR_SMALL = 4;
const SMALL_BYTES = 8 * 2 ** 20;

/**
 * Which feeds this worker reads at the same time, wherever they come from: one of each source, so that a later one does
 * not overtake an earlier one. Their batches are stored one at a time, in the order of `BatchQueue`.
 */
@Injectable()
export class FeedPlaces {
  private readonly queue = new BatchQueue();
  private readonly open = new Set<string>();
  private readonly divisions: KeptDivisions;
  /** Of all feeds, since every batch changes it. */
  private readonly neighbourhood = new Neighbourhood();

  constructor(database: Database) {
    this.divisions = new KeptDivisions(database);
  }

  /** Whether some feed can get a place now; a large one may need more room. */
  get hasRoom(): boolean {
    return this.open.size < MOST_OPEN;
  }

  /**
   * A place for a feed of so many bytes, as it comes; undefined where one of its source is read, or too many are.
   * `source` is a domain, or any other name for what is to share its time.
   */
  take(source: string, bytes: number): FeedPlace | undefined {
    const most = bytes <= SMALL_BYTES ? MOST_OPEN : MOST_OPEN - KEPT_FOR_SMALL;
    if (this.open.has(source) || this.open.size >= most) return undefined;
    this.open.add(source);
    const { divisions, neighbourhood, queue } = this;
    return {
      shared: { divisions, neighbourhood, schedule: (batch) => queue.run(source, batch) },
      leave: () => this.leave(source),
    };
  }

  private leave(source: string): void {
    this.open.delete(source);
    if (this.open.size === 0) this.neighbourhood.clear(); // it is large, and of no use for a feed of tomorrow
  }
}
