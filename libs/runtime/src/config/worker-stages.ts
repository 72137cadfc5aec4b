import { z } from 'zod';

/** The stages that a worker process may run, in the order of the data's way. */
export const WORKER_STAGES = ['ingest', 'matching', 'delivery', 'indexing', 'upkeep'] as const;

/** One of WORKER_STAGES. */
export type WorkerStage = (typeof WORKER_STAGES)[number];

/** Those that some worker of a store has to run: without OpenSearch there is nothing to index. */
export function neededStages({ searchEngine }: { readonly searchEngine: 'postgres' | 'opensearch' }): WorkerStage[] {
  return WORKER_STAGES.filter((stage) => stage !== 'indexing' || searchEngine === 'opensearch');
}

/** `matching,delivery`: in any order, each once. Every name that is none is named. */
export const workerStages = z.string().transform((text, context): readonly WorkerStage[] => {
  const names = text.split(',').map((name) => name.trim());
  const problems = names.filter((name) => !isStage(name)).map((name) => (name === '' ? 'an empty name' : `"${name}"`));
  if (problems.length > 0)
    context.addIssue({
      code: 'custom',
      message: `expects names among ${WORKER_STAGES.join(', ')}, separated by commas, got ${problems.join(' and ')}`,
    });
  return WORKER_STAGES.filter((stage) => names.includes(stage));
});

function isStage(name: string): name is WorkerStage {
  return (WORKER_STAGES as readonly string[]).includes(name);
}
