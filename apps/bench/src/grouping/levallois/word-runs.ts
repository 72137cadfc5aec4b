import type { GroupingItem } from '@gable/domain/grouping';

/** Of fewer a stray phrase would be half. */
const MIN_RUNS = 15;
/** What more adverts say than a home has is said by an agency or a portal under all of its adverts. */
const MAX_ADVERTS = 25;

/** The runs of three words that tell adverts apart: those that few of them have. */
export class WordRuns {
  private readonly runs = new Map<string, readonly string[]>();

  constructor(adverts: readonly GroupingItem[]) {
    const counts = new Map<string, number>();
    for (const { id, listing } of adverts) {
      const runs = runsOf(listing.description ?? '');
      this.runs.set(id, runs);
      for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
    }
    for (const [id, runs] of this.runs)
      this.runs.set(
        id,
        runs.filter((run) => counts.get(run)! <= MAX_ADVERTS),
      );
  }

  /** Share of the runs of the shorter text that the longer one has too, 0 to 1. */
  shared(a: GroupingItem, b: GroupingItem): number {
    const [fewer, more] = [this.runs.get(a.id)!, this.runs.get(b.id)!].sort((one, other) => one.length - other.length);
    if (fewer!.length < MIN_RUNS) return 0;
    const longer = new Set(more);
    return fewer!.filter((run) => longer.has(run)).length / fewer!.length;
  }
}

function runsOf(text: string): string[] {
  const words =
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\d]+/gu) ?? [];
  return [...new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`))];
}
