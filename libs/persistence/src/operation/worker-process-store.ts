import type { Queryable } from '../database/database.js';
import {
  FORGET_WORKER_PROCESSES,
  NOTE_WORKER_PROCESS,
  REMOVE_WORKER_PROCESS,
  SELECT_WORKER_PROCESSES,
} from './statements/worker-processes.js';

/** A worker process that lives. */
export interface WorkerProcess {
  readonly host: string;
  /** On its host. */
  readonly pid: number;
  readonly stages: readonly string[];
  readonly startedAt: Date;
  /** When it last gave a sign of life: every few seconds. */
  readonly seenAt: Date;
}

/** Which worker process runs which stages: who lives, says so every few seconds. */
export class WorkerProcessStore {
  constructor(private readonly database: Queryable) {}

  /** The first sign of life of a process registers it; one whose row is gone is registered again. */
  async note(id: string, { host, pid, stages }: Pick<WorkerProcess, 'host' | 'pid' | 'stages'>): Promise<void> {
    await this.database.query(NOTE_WORKER_PROCESS, [id, host, pid, stages]);
  }

  /** A process that ends in order. */
  async remove(id: string): Promise<void> {
    await this.database.query(REMOVE_WORKER_PROCESS, [id]);
  }

  /** Rows of processes that were killed. */
  async forgetGone(): Promise<void> {
    await this.database.query(FORGET_WORKER_PROCESSES);
  }

  /** Those seen within the last 15 seconds, the oldest first. */
  async list(): Promise<WorkerProcess[]> {
    return this.database.query<WorkerProcess>(SELECT_WORKER_PROCESSES);
  }
}

/** Of the stages that a store needs, those that none of the processes runs. */
export function unattendedStages<Stage extends string>(
  needed: readonly Stage[],
  processes: readonly WorkerProcess[],
): Stage[] {
  const run = new Set(processes.flatMap(({ stages }) => stages));
  return needed.filter((stage) => !run.has(stage));
}
