import { setMaxListeners } from 'node:events';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Announcements } from '@gable/persistence';
import { LOG } from '@gable/platform';
import type { Logger } from '@gable/runtime';
import { runStage, type Stage } from './stage.js';

/** Runs the stages side by side until the worker shuts down. */
@Injectable()
export class Pipeline implements BeforeApplicationShutdown {
  private readonly stages: Stage[] = [];
  private readonly running: Promise<void>[] = [];
  private readonly stopping = new AbortController();

  constructor(
    @Inject(LOG) private readonly log: Pick<Logger, 'error'>,
    @Inject(Announcements) private readonly announcements: Pick<Announcements, 'on'>,
  ) {
    setMaxListeners(0, this.stopping.signal); // each stage that pauses has one, and there are more than ten
  }

  /** The names of the stages that run. */
  get names(): string[] {
    return this.stages.map(({ name }) => name);
  }

  start(...stages: readonly Stage[]): void {
    for (const stage of stages) {
      const onFailure = (error: unknown): void =>
        this.log.error({ stage: stage.name, err: error }, 'a stage failed; it goes on');
      this.stages.push(stage);
      this.running.push(runStage(stage, this.stopping.signal, onFailure, this.announcements));
    }
  }

  /** Lets every stage finish the batch under way and begin no other. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}
