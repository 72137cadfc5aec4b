import { SeededRandom } from '@gable/domain/testing';

/** The source whose snapshots are read. */
export const DOMAIN = 'portal.example';

/** What a source has online at one moment, and the file that says so. */
export interface SnapshotRound {
  readonly observedAt: string;
  /** External ids, in the order of the file. */
  readonly online: readonly string[];
  /** The snapshot line and the lines of the listings. */
  readonly lines: readonly string[];
}

const LISTINGS = 1_500;
/** Shares of the listings: fewer than a snapshot may take offline. */
const [GOES, RETURNS, CHANGES] = [0.12, 0.4, 0.1];
const HOUR_MS = 3_600_000;
const FIRST_AT = Date.parse('2026-01-01T00:00:00Z');

/** A source that looks at its listings every hour: some are gone, some are back, some are cheaper. */
export class SnapshotRounds {
  private readonly random: SeededRandom;
  private readonly prices = new Map<number, number>();
  private readonly gone = new Set<number>();
  private round = 0;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    for (let n = 0; n < LISTINGS; n += 1) this.prices.set(n, 100_000 + 500 * n);
  }

  next(): SnapshotRound {
    const observedAt = new Date(FIRST_AT + this.round * HOUR_MS).toISOString();
    if (this.round > 0) for (const n of this.prices.keys()) this.move(n);
    this.round += 1;
    const online = [...this.prices.keys()].filter((n) => !this.gone.has(n));
    const head = { snapshot: { source: { domain: DOMAIN }, observedAt, lines: online.length } };
    return {
      observedAt,
      online: online.map(idOf),
      lines: [JSON.stringify(head), ...online.map((n) => this.lineOf(n, observedAt))],
    };
  }

  private move(n: number): void {
    if (this.gone.has(n)) {
      if (this.random.chance(RETURNS)) this.gone.delete(n);
    } else if (this.random.chance(GOES)) this.gone.add(n);
    else if (this.random.chance(CHANGES)) this.prices.set(n, this.prices.get(n)! - 1_000);
  }

  private lineOf(n: number, observedAt: string): string {
    return JSON.stringify({
      source: { domain: DOMAIN, name: 'Portal' },
      externalId: idOf(n),
      observedAt,
      status: 'ONLINE',
      transactionType: 'SELL',
      propertyType: 'FLAT',
      price: this.prices.get(n),
      currency: 'EUR',
      area: 20 + (n % 300),
      floor: n % 40,
      location: { cityName: 'Sampleville' },
    });
  }
}

const idOf = (n: number): string => `l${n}`;
