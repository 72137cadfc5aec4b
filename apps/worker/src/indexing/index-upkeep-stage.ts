import type { Database } from '@gable/persistence';
import type { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import {
  DRIFT_KINDS,
  IndexComparison,
  purgeTombstones,
  REBUILD_LOCK,
  type DriftKind,
  type IndexAdmin,
  type PropertyDocuments,
} from '@gable/search';
import type { Stage } from '../stage.js';

/** Any number; the same in every worker. */
const INDEX_UPKEEP_LOCK = 4_225_306;
const LOOK_EVERY_MS = 10_000;
const PROPERTIES_PER_STRETCH = 5_000;
const HOUR_MS = 3_600_000;

/** How long things are kept; shorter only in specs. */
export interface IndexTimes {
  readonly auditEveryMs: number;
  readonly oldIndexMs: number;
  /** Longer than any worker can hold a revision that it has read. */
  readonly tombstoneMs: number;
}

export const INDEX_TIMES: IndexTimes = {
  auditEveryMs: HOUR_MS,
  oldIndexMs: 24 * HOUR_MS,
  tombstoneMs: 7 * 24 * HOUR_MS,
};

interface Audit {
  readonly name: string;
  /** Compared so far: all up to this id. */
  after: string | null;
  readonly drift: Record<DriftKind, number>;
}

/** Once an hour compares the live index with the store and marks what differs, removes old tombstones, and drops indices that were replaced. */
export class IndexUpkeepStage implements Stage {
  readonly name = 'index-upkeep';
  private nextLookAt = -Infinity;
  private audit: Audit | undefined;

  constructor(
    private readonly database: Database,
    private readonly marks: MarkStore,
    private readonly indices: SearchIndexStore,
    private readonly documents: PropertyDocuments,
    private readonly admin: IndexAdmin,
    private readonly audited: (drift: Readonly<Record<DriftKind, number>>) => void,
    private readonly times = INDEX_TIMES,
  ) {}

  async step(): Promise<boolean> {
    if (performance.now() < this.nextLookAt) return false;
    const more = await this.database.withLock(INDEX_UPKEEP_LOCK, () =>
      this.audit ? this.goOn(this.audit) : this.begin(),
    );
    if (more) return true;
    this.nextLookAt = performance.now() + LOOK_EVERY_MS;
    return false;
  }

  private async begin(): Promise<boolean> {
    await this.indices.retireAbandoned(this.times.oldIndexMs);
    for (const name of await this.indices.retiredBefore(this.times.oldIndexMs)) {
      await this.admin.drop(name);
      await this.indices.forget(name);
    }
    await this.database.withLock(REBUILD_LOCK, () => this.lookAfterAlias());
    const live = await this.indices.live();
    if (live === null || !(await this.indices.auditIsDue(this.times.auditEveryMs))) return false;
    this.audit = {
      name: live.name,
      after: null,
      drift: Object.fromEntries(DRIFT_KINDS.map((kind) => [kind, 0])) as Audit['drift'],
    };
    return true;
  }

  /** Under the lock of a rebuild, which moves the alias before it notes that it did. */
  private async lookAfterAlias(): Promise<void> {
    const live = await this.indices.live();
    if (live === null || (await this.admin.searched()).length > 0) return;
    if (await this.admin.restore(live.name)) await this.admin.swap(live.name);
    else await this.indices.retire(live.name, 'missing');
  }

  private async goOn(audit: Audit): Promise<boolean> {
    this.audit = undefined; // one that fails begins anew
    if ((await this.indices.live())?.name !== audit.name) return false;
    const end = await this.documents.endOfStretch(audit.after, PROPERTIES_PER_STRETCH);
    const differences = await new IndexComparison(this.admin.client, audit.name, this.documents).differences(
      audit.after,
      end,
    );
    for (const { kind } of differences) audit.drift[kind] += 1;
    const curable = differences.filter(({ kind }) => kind !== 'ahead'); // the engine refuses what is older than it has
    await this.marks.mark(curable.map(({ id, revision }) => ({ propertyId: id, revision })));
    if (end !== null) {
      this.audit = { ...audit, after: end };
      return true;
    }
    await this.purge(audit.name);
    await this.indices.audited(audit.name, audit.drift);
    this.audited(audit.drift);
    return false;
  }

  private async purge(name: string): Promise<void> {
    const before = (await this.database.now()).getTime() - this.times.tombstoneMs;
    while ((await purgeTombstones(this.admin.client, name, before)) > 0);
  }
}
