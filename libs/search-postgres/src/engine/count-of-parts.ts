import { PARTS } from '@gable/persistence/listings';
import { TOTAL_CAP } from '@gable/search';
import type { CompiledSql } from './compile-to-sql.js';

/** What parts of the store hold. */
export interface PartsRow {
  readonly listings: number;
  /** Four bytes for each of the listings, the same for those of one property; null where there are none. */
  readonly properties: Buffer | null;
}

/** Parts of one look: with each more the index of words takes longer for every row that it goes through. */
export const TOGETHER = 8;
/** How many times as many parts are asked as are needed by what others had. */
const MARGIN = 1.1;
/** How many times what is counted the first part has to promise: it may have more than others. */
const LIKELY = 1.25;
/** The same for all parts so far, when they are no longer few. */
const STILL_LIKELY = 0.8;

/**
 * The matching listings of the first so many, and which of them belong to the same property. Its hash is enough: where
 * two properties share one, they are counted as one.
 */
export function partsStatement(found: CompiledSql, listingLimit: number): CompiledSql {
  return {
    text: `
      select count(*)::integer as listings,
        string_agg(int4send(uuid_hash(f.property_id)), ''::bytea) as properties
      from (select l.property_id from listing l where l.online and ${found.text} limit ${listingLimit}) f`,
    parameters: found.parameters,
  };
}

/**
 * Counts properties in as many parts of the store as it takes to see more than are counted. Each part is asked once, so
 * that several connections can count together.
 */
export class CountOfParts {
  listings = 0;
  private readonly seen = new Set<number>();
  private begun = 0;
  private counted = 0;

  constructor(private readonly ask: (parts: readonly number[]) => Promise<PartsRow>) {}

  /** Properties seen in the parts so far, at least. */
  get total(): number {
    return this.seen.size;
  }

  get isBeyondCap(): boolean {
    return this.total > TOTAL_CAP;
  }

  /** Whether all parts together hold more properties than are counted, and some more, if they are like those so far. */
  get isLikely(): boolean {
    return this.promises(LIKELY);
  }

  countFirst(): Promise<void> {
    return this.count(1);
  }

  /** Counts until enough is seen, or what is left does not promise it. */
  async countOn(connections: number): Promise<void> {
    for (;;) {
      const missing = Math.min(this.needed, PARTS - this.counted) - (this.begun - this.counted);
      const isVain = this.counted > 1 && !this.promises(STILL_LIKELY);
      if (this.isBeyondCap || isVain || missing <= 0) return;
      await this.count(Math.min(TOGETHER, Math.ceil(missing / connections)));
    }
  }

  /** Parts, beside those that are counted, that hold what is missing if they are like these. */
  private get needed(): number {
    return this.total === 0 ? PARTS : Math.ceil((MARGIN * (TOTAL_CAP + 1 - this.total) * this.counted) / this.total);
  }

  /** Whether all parts, if they are like those so far, hold so many times more properties than are counted. */
  private promises(times: number): boolean {
    return this.total * PARTS > times * TOTAL_CAP * this.counted;
  }

  private async count(parts: number): Promise<void> {
    const from = this.begun;
    this.begun += parts;
    const { listings, properties } = await this.ask(partsFrom(from, parts));
    this.counted += parts;
    this.listings += listings;
    if (properties !== null)
      for (let at = 0; at < properties.length; at += 4) this.seen.add(properties.readInt32BE(at));
  }
}

export const partsFrom = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);
