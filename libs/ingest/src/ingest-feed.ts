import type { Readable } from 'node:stream';
import type { Database } from '@gable/persistence';
import { readBatches, type BatchOptions } from './batching/read-batches.js';
import { FeedWriter } from './feed-writer.js';
import type { IngestOptions } from './ingest-options.js';
import { KeptDivisions } from './placing/kept-divisions.js';
import { FEED_LIMITS } from './reading/feed-limits.js';
import { UnknownFields, type IngestReport } from './reading/ingest-report.js';
import { FeedUnreadable } from './reading/read-lines.js';
import { SnapshotRefused } from './snapshot/snapshot-refused.js';
import { SnapshotRun } from './snapshot/snapshot-run.js';

/**
 * Reads a feed (NDJSON, plain or gzip) and stores it batch by batch, in bounded memory. A bad line is set aside; what a
 * snapshot does not name goes offline. Throws `FeedUnreadable`, `SnapshotRefused` and what the database throws: batches
 * before stay, and the feed can be read again.
 */
export async function ingestFeed(database: Database, input: Readable, options: IngestOptions): Promise<IngestReport> {
  const { divisions: kept = new KeptDivisions(database), onlySource, rest } = options;
  const limits = { ...FEED_LIMITS, ...options.limits };
  const divisions = await kept.current();
  const snapshot = new SnapshotRun(database, options, limits.maxSnapshotDrop);
  const writer = new FeedWriter(database, divisions, snapshot, options, limits);
  const { report } = writer;
  const unknownFields = new UnknownFields(report.unknownFields);
  const reading: BatchOptions = {
    size: () => writer.batchSize,
    maxBytes: limits.maxBytes,
    rest,
    prepare: (state) => writer.prepare(state),
    onUnknownField: (name) => unknownFields.count(name),
    snapshot: snapshot.reader,
    onlySource,
  };
  let stored: Promise<void> = Promise.resolve();
  let hasFailed = false;
  try {
    let since = performance.now();
    for await (const batch of readBatches(input, reading)) {
      const readMs = performance.now() - since;
      await stored;
      await new Promise<void>((decided) => {
        stored = writer.store(batch, decided).finally(decided);
        stored.catch(() => {}); // seen by the awaits around; it must not count as unhandled meanwhile
      });
      // The next batch is read and prepared while the database stores this one: each has a processor of its own.
      const restMs = writer.restMs(readMs);
      if (restMs > 0) await rest?.(restMs);
      since = performance.now();
    }
    await stored;
    if (snapshot.reader.isSnapshot) {
      report.offline = 0;
      const newer = await snapshot.finish((states) => writer.takeOffline(states));
      if (newer !== undefined) report.newerSnapshot = newer.toISOString();
    }
  } catch (error) {
    hasFailed = true;
    await stored.catch(() => {});
    if (error instanceof FeedUnreadable || error instanceof SnapshotRefused) error.report = report;
    throw error;
  } finally {
    snapshot.close();
    const closed = writer.close();
    await (hasFailed ? closed.catch(() => {}) : closed); // what failed first is what is told
  }
  return report;
}
