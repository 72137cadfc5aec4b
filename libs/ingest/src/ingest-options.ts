import type { RefusalLog } from './applying/isolate-poison.js';
import type { Neighbourhood } from './applying/neighbourhood.js';
import type { KeptDivisions } from './placing/kept-divisions.js';
import type { FeedLimits } from './reading/feed-limits.js';
import type { IngestReport } from './reading/ingest-report.js';
import type { RejectWriter } from './reading/reject.js';
import type { SnapshotOptions } from './snapshot/snapshot-run.js';

/** How a feed is read, and what it shares with others. */
export interface IngestOptions extends SnapshotOptions {
  /** Where refused lines go: a file, which is made when there is a first one, or a writer. */
  rejectFile: string | RejectWriter;
  /** Lines of one transaction at most; their bytes are bounded too. */
  batchSize?: number;
  /** What the feed may ask for; the rest keeps its default. */
  limits?: Partial<FeedLimits>;
  /** Kept by whoever reads many feeds; without it the divisions are loaded for this one. */
  divisions?: KeptDivisions;
  /** Kept by whoever reads several feeds at the same time and stores their batches one at a time. */
  neighbourhood?: Neighbourhood;
  /** Runs each batch when it may be stored, among those of other feeds; without it, at once. */
  schedule?: (batch: () => Promise<void>) => Promise<void>;
  /**
   * How a feed rests of which nothing comes: kept by whoever reads several feeds. Without it, a feed rests for
   * moments while it has no lines, and is read at full speed while all of them are refused.
   */
  rest?: (milliseconds: number) => Promise<unknown>;
  /** Called after every committed batch with the accounting so far. */
  onProgress?: (report: IngestReport) => void;
  /** Stops after the batch under way when it aborts; what was committed stays. */
  signal?: AbortSignal;
  /** Gets the database's own words where it refuses a line; the reject file never does. */
  log?: RefusalLog;
}
