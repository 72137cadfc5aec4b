import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { Pipeline } from '../pipeline/pipeline.js';
import { DerivationStage } from './derivation-stage.js';

/** Brings listings up to date after an update that brings new fields. */
@Module({
  providers: [
    { provide: DerivationStage, inject: [Database], useFactory: (database: Database) => new DerivationStage(database) },
  ],
})
export class DerivationModule implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly derivation: DerivationStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.derivation);
  }
}
