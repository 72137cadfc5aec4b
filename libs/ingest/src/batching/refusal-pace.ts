import { restFor } from '../reading/barren-pace.js';

/** Of the time, of a feed of which nothing comes but refusals. */
const SHARE = 1 / 4;
/** A tenth of its lines has to be taken, or it is one. */
const LEAST_TAKEN = 1 / 10;
/** A mistake in a file of so many lines is told at once. */
const PATIENT_LINES = 1_000;

/** What became of a batch. */
interface StoredBatch {
  readonly accepted: number;
  readonly refused: number;
  /** How long it took to store. */
  readonly storedMs: number;
}

/**
 * How long a feed rests whose lines are refused: nobody waits for them, and each costs about what an honest one does.
 * Lines that are stored already are no reason: whoever sends everything each night has hardly others. Pure.
 */
export class RefusalPace {
  private inARow = 0;
  private storedMs = 0;

  stored({ accepted, refused, storedMs }: StoredBatch): void {
    this.storedMs = storedMs;
    this.inARow = accepted >= LEAST_TAKEN * (accepted + refused) ? 0 : this.inARow + refused;
  }

  /** Milliseconds to rest after the last batch, which was read in so many; 0 where it does not have to. */
  restMs(readMs: number): number {
    return this.inARow > PATIENT_LINES ? restFor(readMs + this.storedMs, SHARE) : 0;
  }
}
