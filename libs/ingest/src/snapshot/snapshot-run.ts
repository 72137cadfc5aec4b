import { refuseAhead, type FeedState } from '@gable/domain/listing';
import type { Database } from '@gable/persistence';
import { finishSnapshot } from './finish-snapshot.js';
import { NamedListings, type BatchNames } from './named-listings.js';
import { SnapshotReader, type AskedSnapshot } from './snapshot-reader.js';
import { SnapshotRefused } from './snapshot-refused.js';

/** How a snapshot is read, where a feed is one. */
export interface SnapshotOptions {
  /** Set where the file holds all online listings of one source, also where its first line does not say so. */
  readonly snapshot?: AskedSnapshot;
  /** Takes listings offline though they are more than a snapshot may drop. */
  readonly force?: boolean;
  /** Whether the file is still the one that was opened: what grew while it was read is half a file. */
  readonly isWhole?: () => Promise<boolean>;
  /** The only source that the feed may be of, by its domain. */
  readonly onlySource?: string;
}

/** One feed that may be a snapshot, from its first line to what follows from its end. */
export class SnapshotRun {
  readonly reader: SnapshotReader;
  private readonly names: NamedListings;
  /** Epoch milliseconds. */
  private newest = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly options: SnapshotOptions,
    private readonly maxDrop: number,
  ) {
    this.reader = new SnapshotReader(options.snapshot, () => database.now(), options.onlySource);
    this.names = new NamedListings(database);
  }

  /** Takes note of a batch, before or after it is stored. `observed` are the times of its states. */
  async note(names: BatchNames, observed: Iterable<number>): Promise<void> {
    if (!this.reader.isSnapshot) return;
    for (const at of observed) if (at > this.newest) this.newest = at;
    await this.names.note(names);
  }

  /**
   * To be called of a snapshot once all of its lines are stored: `finishSnapshot`, where the file is whole.
   */
  async finish(apply: (states: readonly FeedState[]) => Promise<void>): Promise<Date | undefined> {
    const { reader, options } = this;
    const { lines, expected } = reader.count;
    if (expected !== undefined && lines !== expected)
      throw refused(`its first line says that ${expected} lines follow, and ${lines} did. Read the whole file.`);
    if (options.isWhole && !(await options.isWhole()))
      throw refused('the file changed while it was read. Read it again when it is whole.');
    const observedAt = reader.observedAt ?? (this.newest > -Infinity ? new Date(this.newest) : undefined);
    if (reader.source === undefined || observedAt === undefined)
      throw refused('it does not say of which source it is, or when. Name both: --source, --observed-at.');
    const ahead = refuseAhead(observedAt.toISOString(), await this.database.now());
    if (ahead !== undefined) throw refused(`its instant ${ahead.message}.`);
    return finishSnapshot(
      await this.names.store(),
      {
        domain: reader.source,
        observedAt,
        nameless: this.names.nameless,
        maxDrop: this.maxDrop,
        force: options.force === true,
      },
      apply,
    );
  }

  close(): void {
    this.names.close();
  }
}

function refused(because: string): SnapshotRefused {
  return new SnapshotRefused(`The snapshot is refused, no listing goes offline: ${because}`);
}
