import type { ChangeBatch, ChangeRange, ChangeReader, ChangeStates } from '@gable/persistence/alerts';

/** So many changes are matched in one step, and their states read. */
export const CHANGES_AT_ONCE = 500;

/** Changes that are to be consumed next. */
export interface ReadBatch extends ChangeBatch {
  readonly range: ChangeRange;
  /** The states around each of the first `CHANGES_AT_ONCE` of them, read once. */
  readonly states: () => Promise<ChangeStates[]>;
}

/**
 * Reads what a worker consumes, and what follows while a batch is matched and written: changes and states never change
 * once they are to be seen, so that only what an alert says of them has to wait.
 */
export class BatchReader {
  private ahead: Promise<ReadBatch | undefined> | undefined;

  constructor(
    private readonly changes: ChangeReader,
    private readonly workerId: number,
  ) {}

  /** What was read ahead, where it is what is asked for and no more has come since; else it is read now. */
  async next(range: ChangeRange): Promise<ReadBatch> {
    const { ahead } = this;
    this.ahead = undefined;
    // Waited for even where it is of no use: its note of what is under way must not come after that of this range.
    const read = await ahead;
    return read !== undefined && isSame(range, read.range) && read.changes.length === range.limit
      ? read
      : this.read(range);
  }

  /** Begins to read what follows a batch that is still to be written. What fails is read when its turn comes. */
  readAhead({ range, changes }: ReadBatch): void {
    const reading = this.read({ ...range, after: changes.at(-1)!.id }, changes[0]!.id).then((read) => {
      read.states().catch(() => {}); // thrown to whoever asks for them
      return read;
    });
    this.ahead = reading.catch(() => undefined);
  }

  /** Waits for what is being read ahead: its note would stay behind that of a worker that left. */
  async end(): Promise<void> {
    await this.ahead;
    this.ahead = undefined;
  }

  private async read(range: ChangeRange, underWayFrom?: number): Promise<ReadBatch> {
    const batch = await this.changes.next(this.workerId, range, underWayFrom);
    let states: Promise<ChangeStates[]> | undefined;
    return { ...batch, range, states: () => (states ??= this.changes.states(batch.changes.slice(0, CHANGES_AT_ONCE))) };
  }
}

function isSame(one: ChangeRange, other: ChangeRange): boolean {
  return one.after === other.after && one.through === other.through && one.limit === other.limit;
}
