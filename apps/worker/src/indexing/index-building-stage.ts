import { Inject, Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@gable/persistence';
import { SearchIndexStore, type SearchIndexRecord } from '@gable/persistence/indexing';
import { IndexAdmin, MAPPING_VERSION, Rebuild } from '@gable/search';
import type { Stage } from '../pipeline/stage.js';
import { IndexingMetrics, type IndexingListener } from './indexing-metrics.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Makes an index where none can be kept up: at the first start with OpenSearch, after a loss, after a time without
 * OpenSearch, after an upgrade that changes documents. Meanwhile, searches are answered as when OpenSearch is down.
 */
@Injectable()
export class IndexBuildingStage implements Stage {
  readonly name = 'index-building';
  /**
   * Milliseconds for which no worker was seen whose release would make its own index again, before one of that release
   * is replaced.
   */
  aloneForMs = 15_000;
  private nextLookAt = -Infinity;
  private notAloneAt = performance.now();

  constructor(
    private readonly database: Database,
    private readonly indices: SearchIndexStore,
    private readonly admin: IndexAdmin,
    private readonly rebuild: Rebuild,
    @Inject(IndexingMetrics) private readonly listener: Pick<IndexingListener, 'progressed'>,
  ) {}

  async step(): Promise<boolean> {
    if (performance.now() < this.nextLookAt) return false;
    const found = await this.standing();
    if (isMade(found) || (isOlder(found) && !(await this.isAlone()))) {
      this.nextLookAt = performance.now() + LOOK_EVERY_MS;
      return false;
    }
    const progress = await this.database.withLock(LOCKS.indexRebuild, async (lost) => {
      // Another worker may have made it since: searches must not lose what they have just found.
      const standing = await this.standing();
      if (isMade(standing)) return undefined;
      if (standing.live === null && standing.next === null) await this.admin.withdraw();
      return this.rebuild.step((await this.database.now()).getTime(), lost);
    });
    if (progress) this.listener.progressed(progress);
    return progress !== undefined && progress.phase !== 'done';
  }

  /** A worker that is killed comes back within this time; a release that is gone does not. */
  private async isAlone(): Promise<boolean> {
    const now = performance.now();
    if (!(await this.indices.isBesideRebuilder())) return now - this.notAloneAt >= this.aloneForMs;
    this.notAloneAt = now;
    return false;
  }

  private async standing(): Promise<Standing> {
    const [live, next] = await Promise.all([this.indices.live(), this.indices.inTheMaking()]);
    return { live, next };
  }
}

/** The index that is searched, and the one in the making. */
interface Standing {
  readonly live: SearchIndexRecord | null;
  readonly next: SearchIndexRecord | null;
}

/** One of a newer release is that release's to keep: making one of our own would go on in turns. */
function isMade({ live, next }: Standing): boolean {
  if ((next?.mappingVersion ?? 0) > MAPPING_VERSION) return true;
  return live !== null && live.mappingVersion >= MAPPING_VERSION;
}

/** One of an older release serves its searches, and would be made by it again in place of ours. */
function isOlder({ live }: Standing): boolean {
  return live !== null && live.mappingVersion < MAPPING_VERSION;
}
