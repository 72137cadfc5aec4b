import { setImmediate } from 'node:timers/promises';

/** Says of deliveries about to be sent which ones a write of their alert has ended, and why. */
export type ReadSkipped = (deliveryIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * The last look before an attempt that had to wait since its message was put together: whoever switches an alert off
 * is answered, and nothing of it begins afterwards. All that ask in one turn of the event loop share one statement.
 */
export class LastLook {
  private asked: string[] = [];
  private answer: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(private readonly readSkipped: ReadSkipped) {}

  /** The sentence that says why it may not go; undefined where it may. */
  async reasonToSkip(deliveryId: string): Promise<string | undefined> {
    this.asked.push(deliveryId);
    this.answer ??= this.ask();
    return (await this.answer).get(deliveryId);
  }

  private async ask(): Promise<ReadonlyMap<string, string>> {
    await setImmediate();
    const ids = this.asked;
    this.asked = [];
    this.answer = undefined;
    return this.readSkipped(ids);
  }
}
