/** A pause that ends when its time is over, when it rings, or when the signal aborts. */
export class Alarm {
  private rang = false;
  private isDeaf = false;
  private end: (() => void) | undefined;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.end?.(), { once: true });
  }

  /** Ends the pause; the next one too, where there is none at the moment. */
  ring(): void {
    this.rang = true;
    if (!this.isDeaf) this.end?.();
  }

  /** Whether it rang since the last time; forgets it. */
  reset(): boolean {
    const { rang } = this;
    this.rang = false;
    return rang;
  }

  /** A deaf one does not end because it rings. */
  async sleep(ms: number, isDeaf = false): Promise<void> {
    if (ms === 0 || (this.rang && !isDeaf) || this.signal.aborted) return;
    this.isDeaf = isDeaf;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.end = undefined;
  }
}
