import type { Database } from '@gable/persistence';
import { RetentionPass, type Retention, type RetentionStep } from '@gable/persistence/retention';

/** A row stays up to so much longer than it is to be kept. */
const REST_MS = 86_400_000;

/** Notified of what goes by its age. */
export interface RetentionListener {
  stepped(step: RetentionStep): void;
}

/** Removes what was kept long enough: one pass through the tables a day, a portion with each step of upkeep. */
export class RetentionPasses {
  private readonly pass: RetentionPass;
  private endedAt = -Infinity;

  constructor(
    database: Database,
    retention: Retention,
    private readonly listener?: RetentionListener,
  ) {
    this.pass = new RetentionPass(database, retention);
  }

  /** Whether the pass goes on. */
  async stepWhenDue(): Promise<boolean> {
    if (performance.now() - this.endedAt < REST_MS) return false;
    const step = await this.pass.step();
    if (step !== null) this.listener?.stepped(step);
    if (step !== null && step.ended === null) return true;
    this.endedAt = performance.now();
    return false;
  }
}
