import type { Database } from '@gable/persistence';
import type { SearchIndexStore } from '@gable/persistence/indexing';
import { MAPPING_VERSION, REBUILD_LOCK, type IndexAdmin, type Rebuild, type RebuildProgress } from '@gable/search';
import type { Stage } from '../stage.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Makes an index where there is none that can be kept up: at the first start with OpenSearch, after the index was lost, after a time without OpenSearch, after an
 * upgrade that changes documents. Until it is there, searches are answered as they are when OpenSearch is down.
 */
export class IndexBuildingStage implements Stage {
  readonly name = 'index-building';
  private nextLookAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly indices: SearchIndexStore,
    private readonly admin: IndexAdmin,
    private readonly rebuild: Rebuild,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async step(): Promise<boolean> {
    if (performance.now() < this.nextLookAt) return false;
    const live = await this.indices.live();
    if (live?.mappingVersion === MAPPING_VERSION) {
      this.nextLookAt = performance.now() + LOOK_EVERY_MS;
      return false;
    }
    const progress = await this.database.withLock(REBUILD_LOCK, async () => {
      if (live === null && (await this.indices.inTheMaking()) === null) await this.admin.withdraw();
      return this.rebuild.step((await this.database.now()).getTime());
    });
    if (progress) this.onProgress(progress);
    return progress !== undefined && progress.phase !== 'done';
  }
}
