import { Counter, type Logger, type Registry } from '@gable/runtime';
import type { IngestReport } from '@gable/ingest';
import type { IngestListener } from './ingest-stage.js';

/** Logs each feed and counts its lines by outcome. */
export function ingestMetrics(registry: Registry, log: Logger): IngestListener {
  const lines = new Counter({
    name: 'gable_ingest_lines_total',
    help: 'Lines of feeds read from the drop folder, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const feeds = new Counter({
    name: 'gable_ingest_feeds_total',
    help: 'Feeds read from the drop folder, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const count = (report: IngestReport): void => {
    for (const outcome of ['changed', 'unchanged', 'stale', 'rejected'] as const)
      lines.inc({ outcome }, report[outcome]);
  };
  return {
    ingested({ name }, report) {
      count(report);
      feeds.inc({ outcome: report.rejected > 0 ? 'with-rejects' : 'whole' });
      log.info({ feed: name, ...report }, 'feed ingested');
    },
    unreadable({ name }, error) {
      if (error.report) count(error.report);
      feeds.inc({ outcome: 'unreadable' });
      log.error({ feed: name, reason: error.message, ...error.report }, 'feed cannot be read to its end');
    },
  };
}
