/** Bytes of answers that one process keeps for an account's keys within an hour. */
const BYTES_AN_HOUR = 256 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/**
 * What answers to `Idempotency-Key` may take up: they stay for a day, so one who creates and deletes large things all
 * the time would fill the disk of all. Counted by each process, in hours of its clock.
 */
export class AnswerRoom {
  private hour = 0;
  private readonly used = new Map<string, number>();

  constructor(
    private readonly bytesAnHour = BYTES_AN_HOUR,
    private readonly now: () => number = Date.now,
  ) {}

  /** Seconds until an account may keep more; 0 where it may now. */
  secondsUntilRoom(accountId: string): number {
    this.turnHour();
    if ((this.used.get(accountId) ?? 0) < this.bytesAnHour) return 0;
    return Math.ceil(((this.hour + 1) * HOUR_MS - this.now()) / 1_000);
  }

  kept(accountId: string, bytes: number): void {
    this.turnHour();
    this.used.set(accountId, (this.used.get(accountId) ?? 0) + bytes);
  }

  private turnHour(): void {
    const hour = Math.floor(this.now() / HOUR_MS);
    if (hour === this.hour) return;
    this.hour = hour;
    this.used.clear();
  }
}
