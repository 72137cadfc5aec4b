/** Attempts that one signal ends, behind a single listener: thousands of listeners cost more than the attempts. */
export class AttemptsUnderWay {
  private readonly bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  /** The attempts of a signal that has not ended them; each is removed from it when it is over. */
  of(signal: AbortSignal): Set<() => void> {
    const known = this.bySignal.get(signal);
    if (known !== undefined) return known;
    const stops = new Set<() => void>();
    this.bySignal.set(signal, stops);
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
    return stops;
  }
}
