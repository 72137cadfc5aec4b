import type { StageFigures } from '@gable/persistence';
import { Gauge, type Registry, type WorkerStage } from '@gable/runtime';

/** How much waits for each stage, and for how long; of those that the store needs. */
export function observeBacklog(
  registry: Registry,
  read: () => Promise<StageFigures>,
  needed: readonly WorkerStage[],
): void {
  const gauge = (name: string, help: string, value: 'waiting' | 'lagSeconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['stage'],
      registers: [registry],
      async collect() {
        for (const [stage, backlog] of Object.entries(await read()))
          if (needed.includes(stage as WorkerStage)) this.set({ stage }, backlog[value]);
      },
    });
  gauge('gable_stage_waiting', 'What waits in the database for the stage, counted to 100,000.', 'waiting');
  gauge('gable_stage_lag_seconds', 'How long the oldest waits for the stage; 0 where nothing does.', 'lagSeconds');
}
