import { explainPair, PairScores, type GroupingItem, type GroupingStep } from '@gable/domain/grouping';

/** One change of a run, for people to read. */
export interface RegroupExample {
  kind: GroupingStep['kind'];
  /** Properties as they were called at that moment. */
  from: string;
  into: string;
  /** How many listings went, and the first of them. */
  listings: number;
  listingIds: string[];
  /**
   * Average bits between those that went and those they were weighed against: for one home where positive, against it
   * where negative.
   */
  averageBits: number;
  /** Why, by the pair of listings that shows it best. */
  reasons: string[];
}

/** What a run did, or a dry run would do. */
export interface RegroupReport {
  dryRun: boolean;
  /** Times that the whole store was looked at; the last one finds nothing more to do. */
  passes: number;
  /** Properties looked at in all passes. */
  looked: number;
  /** Properties that went into another. */
  merged: number;
  /** Properties that were made of listings which did not belong where they were. */
  split: number;
  /** Listings that found another home, by themselves or with their property. */
  moved: number;
  /** Blocking keys that listings should stand under and did not. */
  keysAdded: number;
  /**
   * False where the passes came to their limit before one found nothing to do: listings keep arriving. Another run goes
   * on.
   */
  settled: boolean;
  /** The run goes on from where another one was cut short, and counts what that one did. */
  resumed: boolean;
  /** The largest changes. */
  examples: RegroupExample[];
}

const MOST_EXAMPLES = 20;
const MOST_IDS = 10;
const MOST_REASONS = 6;

export const emptyReport = (dryRun: boolean): RegroupReport => ({
  dryRun,
  passes: 1,
  looked: 0,
  merged: 0,
  split: 0,
  moved: 0,
  keysAdded: 0,
  settled: false,
  resumed: false,
  examples: [],
});

/** Counts what was done, and keeps it as an example where it is one of the largest. */
export function reportSteps(report: RegroupReport, steps: readonly GroupingStep[]): void {
  for (const step of steps) {
    report.moved += step.listings.length;
    if (step.kind === 'MERGE') report.merged += 1;
    if (step.kind === 'SPLIT') report.split += 1;
    const smallest = report.examples.at(-1);
    if (report.examples.length === MOST_EXAMPLES && smallest!.listings >= step.listings.length) continue;
    report.examples.push(exampleOf(step));
    report.examples.sort((a, b) => b.listings - a.listings); // stable: of equals the first stays
    report.examples.length = Math.min(report.examples.length, MOST_EXAMPLES);
  }
}

function exampleOf({ kind, from, into, listings, against, average }: GroupingStep): RegroupExample {
  const [one, other] = telling(kind, listings, against);
  const { reasons } = explainPair(one, other);
  return {
    kind,
    from,
    into,
    listings: listings.length,
    listingIds: listings.slice(0, MOST_IDS).map(({ id }) => id),
    averageBits: Math.round(average * 100) / 100,
    reasons: (kind === 'SPLIT' ? [...reasons].reverse() : [...reasons]).slice(0, MOST_REASONS),
  };
}

/** Of a split the two that agree least, else the two that agree most. */
function telling(
  kind: GroupingStep['kind'],
  ones: readonly GroupingItem[],
  others: readonly GroupingItem[],
): [GroupingItem, GroupingItem] {
  const scores = new PairScores();
  const sign = kind === 'SPLIT' ? -1 : 1;
  let best: { pair: [GroupingItem, GroupingItem]; score: number } | undefined;
  for (const one of ones) {
    for (const other of others) {
      const score = sign * scores.between([one], [other]).sum;
      if (best === undefined || score > best.score) best = { pair: [one, other], score };
    }
  }
  return best!.pair;
}
