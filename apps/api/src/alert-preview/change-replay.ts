import { Injectable, Optional } from '@nestjs/common';
import { ANY_LISTING, type Criteria } from '@gable/domain/criteria';
import { lastingPart, noEvents, previewEvents, type EventCounts } from '@gable/domain/alert';
import { FIRST_PREVIEW_PARAMETER, HASHES, PreviewStore } from '@gable/persistence/alerts';
import { compileToSql } from '@gable/search-postgres';

/** What an alert would have recorded since. */
export interface Replay {
  readonly events: EventCounts;
  /** Counted of a part of the properties and scaled up. */
  readonly isEstimated: boolean;
  /** Properties whose stored changes were looked through. */
  readonly propertiesReplayed: number;
}

export interface ReplayBounds {
  /** Properties that are replayed at most: below it every one that changed is, and the counts are exact. */
  readonly replayed: number;
  /** Where more changed: of how many it is looked up whether what they are and where they stand is asked for. */
  readonly examined: number;
  /** Properties whose changes are read at first, and replayed without a pause; more at a time where that was quick. */
  readonly stride: number;
  /**
   * Processor time of this process after which no further properties are begun. What others use meanwhile counts too:
   * a busy process estimates from fewer.
   */
  readonly budgetMs: number;
}

const BOUNDS: ReplayBounds = { replayed: 2_000, examined: 50_000, stride: 10, budgetMs: 40 };
/** A stride that took less is doubled. */
const QUICK_MS = 6;
const LONGEST_STRIDE = 80;

/**
 * Counts events from stored changes. A sample is made of whole properties, because what a listing means depends on the
 * others of its property.
 */
@Injectable()
export class ChangeReplay {
  constructor(
    private readonly store: PreviewStore,
    @Optional() private readonly bounds: ReplayBounds = BOUNDS,
  ) {}

  async run(criteria: Criteria, since: Date): Promise<Replay> {
    const changed = await this.store.countChanged(since);
    const takesAll = changed <= this.bounds.replayed;
    const below = takesAll ? HASHES : Math.min(HASHES, Math.ceil((HASHES * this.bounds.examined) / changed));
    const condition = compileToSql(takesAll ? ANY_LISTING : lastingPart(criteria), {
      firstParameter: FIRST_PREVIEW_PARAMETER,
    });
    // In the order of hashes: wherever it is cut off, what went before is a share of all by chance.
    const candidates = await this.store.changed(since, below, condition, this.bounds.replayed + 1);
    const { events, replayed } = await this.replay(
      criteria,
      since,
      candidates.slice(0, this.bounds.replayed).map(({ id }) => id),
    );
    const firstLeftOut = candidates[replayed];
    const share = (firstLeftOut?.hash ?? below) / HASHES;
    return {
      events: Object.fromEntries(
        Object.entries(events).map(([type, count]) => [type, Math.round(count / share)]),
      ) as EventCounts,
      isEstimated: !takesAll || firstLeftOut !== undefined,
      propertiesReplayed: replayed,
    };
  }

  private async replay(
    criteria: Criteria,
    since: Date,
    ids: readonly string[],
  ): Promise<{ events: EventCounts; replayed: number }> {
    const before = process.cpuUsage();
    let events: EventCounts = noEvents();
    let [replayed, stride, used] = [0, this.bounds.stride, 0];
    do {
      const next = ids.slice(replayed, replayed + stride);
      events = sum(events, previewEvents(criteria, await this.store.histories(next, since)));
      replayed += next.length;
      const now = processorMs(before);
      if (now - used < QUICK_MS) stride = Math.min(LONGEST_STRIDE, stride * 2);
      used = now;
    } while (replayed < ids.length && used < this.bounds.budgetMs);
    return { events, replayed };
  }
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function sum(a: EventCounts, b: EventCounts): EventCounts {
  return Object.fromEntries(
    Object.entries(a).map(([type, count]) => [type, count + b[type as keyof EventCounts]]),
  ) as EventCounts;
}
