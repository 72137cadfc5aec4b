import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { SearchIndexModule } from '@gable/platform';
import { Pipeline } from '../pipeline/pipeline.js';
import { IndexAudit } from './index-audit.js';
import { IndexBuildingStage } from './index-building-stage.js';
import { IndexUpkeepStage } from './index-upkeep-stage.js';
import { IndexingMetrics } from './indexing-metrics.js';
import { IndexingStage } from './indexing-stage.js';

/** From a property marked as changed to its document in OpenSearch. */
@Module({
  imports: [SearchIndexModule],
  providers: [IndexingMetrics, IndexBuildingStage, IndexingStage, IndexAudit, IndexUpkeepStage],
})
export class IndexingModule implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly building: IndexBuildingStage,
    private readonly indexing: IndexingStage,
    private readonly upkeep: IndexUpkeepStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.building, this.indexing, this.upkeep);
  }
}
