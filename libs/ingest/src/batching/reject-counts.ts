import type { Database } from '@gable/persistence';
import { SourceStore } from '@gable/persistence/listings';
import type { AcceptedLine } from '../applying/isolate-poison.js';
import type { Reject } from '../reading/reject.js';
import type { Batch } from './read-batches.js';

/** Counts refused lines by their source, so that whoever runs a source sees them without a file. */
export class RejectCounts {
  private readonly store: SourceStore;

  /** `onlySource`: whose feed it is, whatever its lines say. */
  constructor(
    database: Database,
    private readonly onlySource?: string,
  ) {
    this.store = new SourceStore(database);
  }

  /** Counts those of a batch: the ones that the format refused, and `later` the ones that the store did. */
  async add({ lines, rejectsOf }: Batch, later: readonly Reject[]): Promise<void> {
    if (later.length > 0) {
      const domains = new Map(lines.map(({ number, state }) => [number, domainOf(state)]));
      for (const { line } of later) {
        const domain = this.onlySource ?? domains.get(line)!;
        rejectsOf.set(domain, (rejectsOf.get(domain) ?? 0) + 1);
      }
    }
    await this.store.countRejects(rejectsOf);
  }
}

function domainOf({ state }: AcceptedLine['state']): string {
  return state.source.domain;
}
