import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { Pipeline } from '../pipeline/pipeline.js';
import { PhrasesStage } from './phrases-stage.js';

/** Makes searches for phrases of frequent words quick. */
@Module({
  providers: [
    { provide: PhrasesStage, inject: [Database], useFactory: (database: Database) => new PhrasesStage(database) },
  ],
})
export class PhrasesModule implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly phrases: PhrasesStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.phrases);
  }
}
