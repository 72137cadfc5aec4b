import type { IngestReport } from '../reading/ingest-report.js';

/**
 * A file was read to its end and its lines are stored, but as a snapshot it is refused: no listing went offline
 * because of it. The message says why and what to do.
 */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
  readonly code = 'SNAPSHOT_REFUSED';
  /** Accounting of what was stored. */
  report: IngestReport | undefined;
}
