/** Bytes of larger bodies that one process keeps at once. */
const ALL_BYTES = 128 * 1024 * 1024;
/** Part of them that one account may fill. */
const SHARE = 1 / 4;

/** What is kept of larger bodies, until their requests are answered: one account fills a part of the room. */
export class BodyRoom {
  private readonly used = new Map<string, number>();
  private total = 0;

  constructor(private readonly bytes = ALL_BYTES) {}

  /** Gives what leaves the room again; undefined where there is none. */
  take(accountId: string, bytes: number): (() => void) | undefined {
    const own = (this.used.get(accountId) ?? 0) + bytes;
    if (own > this.bytes * SHARE || this.total + bytes > this.bytes) return undefined;
    this.used.set(accountId, own);
    this.total += bytes;
    return () => this.leave(accountId, bytes);
  }

  private leave(accountId: string, bytes: number): void {
    const left = this.used.get(accountId)! - bytes;
    if (left === 0) this.used.delete(accountId);
    else this.used.set(accountId, left);
    this.total -= bytes;
  }
}
