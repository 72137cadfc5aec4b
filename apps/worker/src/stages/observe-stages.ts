import type { WorkerProcessStore } from '@gable/persistence/operation';
import { Gauge, WORKER_STAGES, type Config, type Registry } from '@gable/runtime';

/** Which stages this process runs, and how many processes run each. */
export function observeStages(
  registry: Registry,
  processes: Pick<WorkerProcessStore, 'list'>,
  { workerStages }: Pick<Config, 'workerStages'>,
): void {
  const shared = { labelNames: ['stage'], registers: [registry] };
  const own = new Gauge({
    name: 'gable_worker_runs_stage',
    help: '1 where this process runs the stage, else 0.',
    ...shared,
  });
  for (const stage of WORKER_STAGES) own.set({ stage }, workerStages.includes(stage) ? 1 : 0);
  new Gauge({
    name: 'gable_stage_processes',
    help: 'Worker processes that run the stage, of all that gave a sign of life within 15 seconds.',
    ...shared,
    async collect() {
      const living = await processes.list();
      for (const stage of WORKER_STAGES)
        this.set({ stage }, living.filter(({ stages }) => stages.includes(stage)).length);
    },
  });
}
