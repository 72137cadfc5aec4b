/** When each account last wrote, or may have learned what others wrote; for as long as a standby may not know of it. */
export class RecentWrites {
  private readonly at = new Map<string, number>();

  constructor(
    private readonly keepMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  note(accountId: string): void {
    this.at.delete(accountId); // to the end: the oldest comes first
    this.at.set(accountId, this.now());
    for (const [account, at] of this.at) {
      if (this.now() - at <= this.keepMs) return;
      this.at.delete(account);
    }
  }

  /** Of performance.now(); undefined where it is so long ago that every standby in use knows. */
  last(accountId: string): number | undefined {
    return this.at.get(accountId);
  }
}
