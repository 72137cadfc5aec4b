import type { WaitingJob } from '@gable/persistence/feeds';

/** A job that is being read. */
export interface OpenJob {
  readonly id: string;
  readonly accountId: string;
  readonly isLarge: boolean;
}

/** A small job is read in a few turns. */
export const LARGE_BYTES = 8 * 2 ** 20;
/** Jobs that are read in turns; each holds a batch and what grouping knows of its neighbours. */
const MOST_OPEN = 12;
/** Large ones among them: the rest is there for small ones alone, which need not wait until a large one ends. */
const MOST_LARGE = 6;
const MOST_OF_ACCOUNT = 3;
const MOST_LARGE_OF_ACCOUNT = 2;

export function isLarge({ unpackedBytes }: Pick<WaitingJob, 'unpackedBytes'>): boolean {
  return unpackedBytes > LARGE_BYTES;
}

/** The job to begin next: of the account with the fewest under way, the oldest; undefined where none may begin. */
export function chooseJob(waiting: readonly WaitingJob[], open: readonly OpenJob[]): WaitingJob | undefined {
  if (open.length >= MOST_OPEN) return undefined;
  const openOf = (accountId: string): OpenJob[] => open.filter((job) => job.accountId === accountId);
  const largeIn = (jobs: readonly OpenJob[]): number => jobs.filter((job) => job.isLarge).length;
  const mayBegin = (job: WaitingJob): boolean => {
    const own = openOf(job.accountId);
    if (own.length >= MOST_OF_ACCOUNT) return false;
    return !isLarge(job) || (largeIn(open) < MOST_LARGE && largeIn(own) < MOST_LARGE_OF_ACCOUNT);
  };
  return waiting
    .filter(mayBegin)
    .map((job) => ({ job, own: openOf(job.accountId).length }))
    .sort((a, b) => a.own - b.own || (a.job.id < b.job.id ? -1 : 1))[0]?.job;
}
