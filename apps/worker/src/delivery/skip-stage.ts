import type { SkipStore } from '@gable/persistence/delivery';
import type { Stage } from '../pipeline/stage.js';
import type { Clock } from './clock.js';

/** Writes SKIPPED to what alerts had queued when they were switched off, in portions that nobody waits for. */
export class SkipStage implements Stage {
  readonly name = 'skip';

  constructor(
    private readonly skips: Pick<SkipStore, 'sweep'>,
    private readonly clock: Clock,
  ) {}

  async step(): Promise<boolean> {
    return (await this.skips.sweep(await this.clock.sync())) > 0;
  }
}
