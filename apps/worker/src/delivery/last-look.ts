import { setImmediate } from 'node:timers/promises';

/** Whether an operator holds deliveries of an account back by now. */
export type ReadHeldBack = (accountId: string) => Promise<boolean>;

/** Says of deliveries about to be sent which ones a write of their alert has ended, and why. */
export type ReadSkipped = (deliveryIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * The last look before an attempt that had to wait since its message was put together: whoever switches an alert off
 * is answered, and nothing of it begins afterwards. All that ask in one turn of the event loop share one statement.
 */
export class LastLook {
  private asked: string[] = [];
  private answer: Promise<ReadonlyMap<string, string>> | undefined;

  private readonly heldBack = new Map<string, Promise<boolean>>();

  constructor(
    private readonly readSkipped: ReadSkipped,
    private readonly readHeldBack: ReadHeldBack,
  ) {}

  /** The sentence that says why it may not go; undefined where it may. */
  async reasonToSkip(deliveryId: string): Promise<string | undefined> {
    this.asked.push(deliveryId);
    this.answer ??= this.ask();
    return (await this.answer).get(deliveryId);
  }

  isHeldBack(accountId: string): Promise<boolean> {
    const asked = this.heldBack.get(accountId) ?? this.askOf(accountId);
    this.heldBack.set(accountId, asked);
    return asked;
  }

  /** Whoever asks once the statement is on its way has another one: it may have looked too early. */
  private async askOf(accountId: string): Promise<boolean> {
    await setImmediate();
    this.heldBack.delete(accountId);
    return this.readHeldBack(accountId);
  }

  private async ask(): Promise<ReadonlyMap<string, string>> {
    await setImmediate();
    const ids = this.asked;
    this.asked = [];
    this.answer = undefined;
    return this.readSkipped(ids);
  }
}
