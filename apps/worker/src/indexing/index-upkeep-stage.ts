import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database, LOCKS } from '@gable/persistence';
import { SearchIndexStore } from '@gable/persistence/indexing';
import { IndexAdmin, purgeTombstones } from '@gable/search';
import type { Stage } from '../pipeline/stage.js';
import { IndexAudit } from './index-audit.js';
import { IndexingMetrics, type IndexingListener } from './indexing-metrics.js';

const LOOK_EVERY_MS = 10_000;
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

/**
 * Audits the live index once an hour, removes old tombstones, and drops indices that were replaced. Two at once, of
 * which one has lost the lock, do nothing that the next look does not put right: what differs is marked twice, and an
 * alias that was moved to the index of a moment ago is found and moved again.
 */
@Injectable()
export class IndexUpkeepStage implements Stage {
  readonly name = 'index-upkeep';
  private nextLookAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly indices: SearchIndexStore,
    private readonly admin: IndexAdmin,
    private readonly audit: IndexAudit,
    @Inject(IndexingMetrics) private readonly listener: Pick<IndexingListener, 'audited' | 'searchedAgain'>,
    @Optional() private readonly times: IndexTimes = INDEX_TIMES,
  ) {}

  async step(): Promise<boolean> {
    if (performance.now() < this.nextLookAt) return false;
    const more = await this.database.withLock(LOCKS.indexUpkeep, () =>
      this.audit.isUnderWay ? this.goOn() : this.begin(),
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
    await this.database.withLock(LOCKS.indexRebuild, () => this.repairAlias());
    const live = await this.indices.live();
    if (live === null || !(await this.indices.auditIsDue(this.times.auditEveryMs))) return false;
    this.audit.begin(live.name);
    return true;
  }

  /**
   * Searches find the live index and no other. Under the lock of a rebuild, which moves the alias before it notes that
   * it did.
   */
  private async repairAlias(): Promise<void> {
    const live = await this.indices.live();
    if (live === null) return;
    const searched = await this.admin.searched();
    if (searched.length === 1 && searched[0] === live.name) return;
    if (!(await this.admin.restore(live.name))) return this.indices.retire(live.name, 'missing');
    await this.admin.swap(live.name);
    this.listener.searchedAgain(live.name, searched);
  }

  private async goOn(): Promise<boolean> {
    const found = await this.audit.step();
    if (found === undefined) return this.audit.isUnderWay;
    const before = (await this.database.now()).getTime() - this.times.tombstoneMs;
    while ((await purgeTombstones(this.admin.client, found.name, before)) > 0);
    await this.indices.audited(found.name, found.drift);
    this.listener.audited(found.drift);
    return false;
  }
}
