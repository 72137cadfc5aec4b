import type { Criteria } from '@gable/domain/criteria';
import { StaleReads, type Queryable } from '@gable/persistence';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compileNarrowing, type Narrowing } from '../columns/narrow.js';
import type { CityBlock } from './city-block.js';
import { CityReader, type Wanted } from './city-reader.js';
import { matching } from './find-in-block.js';
import { withoutKind } from './without-kind.js';

/** Questions are counted for so long. */
const COUNTED_MS = 10 * 60_000;
/** Properties that are read in a millisecond, roughly. */
const PER_MS = 80;
/**
 * A city is read into memory once its questions took this part of what that takes: behind a question somebody waits,
 * behind the reading nobody. As long as that itself where the memory is full, so that cities do not chase each other.
 */
const ENOUGH = 1 / 2;
/** What a question costs at least, with its trip. */
const LEAST_MS = 3;
/** Of a city: what is looked at for one question takes 2 ms at most. */
const MOST_PROPERTIES = 100_000;
/** Properties of one statement, unless one city alone has more. */
const AT_ONCE = 10_000;
/** Cities that wait to be read. */
const MOST_WANTED = 100;
/** What was written is read at least so often, so that a question finds little left to read. */
const CATCH_UP_EVERY_MS = 250;
/** Nobody asks any more: all is forgotten. */
const REST_AFTER_MS = 5 * 60_000;
/** Listings that are looked at in a turn of the event loop: some 5 ms. */
const MOST_PER_TURN = 300_000;
/** Bytes of a property with its listings, roughly. */
const BYTES_PER_PROPERTY = 170;

/** How much a memory of cities may take, and who hears of it. */
export interface CityMemoryOptions {
  /** What the cities may take, in bytes. */
  readonly mostBytes: number;
  readonly onFailed?: (reason: unknown) => void;
  /** Whether a question into one city was answered from memory. */
  readonly onAnswer?: (fromMemory: boolean) => void;
}

/**
 * Cities that are searched often, in the memory of this process. Before it answers it reads what was written since, one
 * statement for all that ask at that time: no answer is older than its question.
 */
export class CityMemory {
  private readonly reader: CityReader;
  /** By city: what its questions took, and from when on that is enough for it to be read. */
  private readonly asked = new Map<number, { ms: number; enough: number }>();
  /** How many properties each may have. */
  private readonly wanted = new Map<number, number>();
  /** Those that are no city. */
  private readonly refused = new Set<number>();
  private isLoading = false;
  private next: Promise<boolean> | null = null;
  private underWay: Promise<unknown> = Promise.resolve();
  private askedAt = performance.now();
  private countedFrom = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Listings, since the event loop turned. */
  private lookedAt = 0;
  private readonly mostProperties: number;

  /** Cities follow the primary, whoever asks first. */
  constructor(
    database: Queryable,
    private readonly options: CityMemoryOptions,
    private readonly perTurn = MOST_PER_TURN,
  ) {
    this.mostProperties = Math.min(MOST_PROPERTIES, Math.ceil(options.mostBytes / BYTES_PER_PROPERTY));
    const query: Queryable['query'] = (text, parameters) => StaleReads.refuse(() => database.query(text, parameters));
    this.reader = new CityReader({ query }, options.mostBytes);
  }

  get cities(): number {
    return this.reader.blocks.size;
  }

  get bytes(): number {
    return this.reader.blocks.bytes;
  }

  /**
   * What `read` makes of the city that the criteria ask for and of the slots of the matching properties; null where
   * they ask for something else, or their city is not in memory. Throws nothing of its own.
   */
  async ask<Answer>(criteria: Criteria, read: (block: CityBlock, found: Int32Array) => Answer): Promise<Answer | null> {
    const question = this.questionOf(criteria);
    if (question === null) return null;
    const { city, narrowing } = question;
    this.askedAt = performance.now();
    const isHeld = this.reader.blocks.has(city);
    const isFresh = isHeld && (await this.catchUp());
    while (isFresh && this.lookedAt >= this.perTurn) await nextTurn();
    const block = isFresh ? this.reader.blocks.get(city) : undefined;
    this.options.onAnswer?.(block !== undefined);
    if (block === undefined) return null;
    this.lookAt(block.listingCount);
    return read(block, matching(block, narrowing));
  }

  /** Notes what another engine took for a question that was not answered here: that decides what is read next. */
  note(criteria: Criteria, ms: number): void {
    const city = this.questionOf(criteria)?.city;
    if (city === undefined || this.reader.blocks.has(city)) return;
    const now = performance.now();
    if (now - this.countedFrom > COUNTED_MS) {
      this.countedFrom = now;
      this.asked.clear();
      this.refused.clear();
    }
    const known = this.asked.get(city) ?? { ms: 0, enough: 0 };
    const asked = { ...known, ms: known.ms + Math.max(LEAST_MS, ms) };
    this.asked.set(city, asked);
    if (known.ms === 0 || this.refused.has(city) || this.wanted.size >= MOST_WANTED) return;
    if (asked.ms < asked.enough) return;
    // Doubled each time, so that reading in vain what is too large costs no more than what was asked.
    asked.enough = 2 * asked.ms;
    this.wanted.set(city, Math.min(Math.ceil(asked.ms * this.propertiesPerMs), this.mostProperties));
    void this.loadWanted();
  }

  /** How large a city may be for each millisecond that its questions took. */
  private get propertiesPerMs(): number {
    return this.bytes > this.options.mostBytes / 2 ? PER_MS : PER_MS / ENOUGH;
  }

  /** The city that is asked for, and what is asked of it; null where memory never answers that. */
  private questionOf(criteria: Criteria): { readonly city: number; readonly narrowing: Narrowing } | null {
    const city = this.isClosed || StaleReads.current() !== undefined ? null : cityOf(criteria);
    const narrowing = city === null ? null : compileNarrowing(withoutKind(criteria, 'division'));
    return city === null || narrowing === null ? null : { city, narrowing };
  }

  /** Questions that have waited for the same reading go on in turns of the event loop. */
  private lookAt(listings: number): void {
    if (this.lookedAt === 0) setImmediate(() => (this.lookedAt = 0));
    this.lookedAt += listings + 1;
  }

  /** Reads cities now rather than after questions. */
  async hold(cities: readonly number[]): Promise<void> {
    for (const city of cities) this.wanted.set(city, this.mostProperties);
    void this.loadWanted();
    await this.settled();
  }

  /** Resolves when the cities that are asked for often have been read, or could not be. */
  async settled(): Promise<void> {
    while (this.isLoading || this.wanted.size > 0) await new Promise(setImmediate);
    await this.catchUp();
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
    this.wanted.clear();
    this.reader.forgetAll();
  }

  /** Those that come while what was written is read share the next reading, which begins after the last of them. */
  private catchUp(): Promise<boolean> {
    if (this.next !== null) return this.next;
    const next = this.underWay.then(nextTurn).then(async () => {
      this.next = null;
      try {
        return await this.reader.catchUp();
      } catch {
        return false; // the next question reads on from there; this one is asked of the database, which says why
      }
    });
    this.next = this.underWay = next;
    return next;
  }

  private async loadWanted(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    this.timer ??= setInterval(() => this.keepUp(), CATCH_UP_EVERY_MS).unref();
    while (this.wanted.size > 0) {
      const batch = this.nextBatch();
      if (batch.length === 0) break;
      try {
        const { noCities, tooLarge } = await this.reader.load(batch);
        for (const id of noCities) this.refused.add(id);
        await this.catchUp();
        for (const { city } of batch) {
          if (tooLarge.has(city)) this.postpone(city, tooLarge.get(city)!);
          else this.asked.delete(city);
        }
      } catch (error) {
        if (!this.isClosed) this.options.onFailed?.(error);
      }
    }
    this.isLoading = false;
  }

  /** A city that is larger than was wanted, of so many properties; null where nobody has counted them. */
  private postpone(city: number, properties: number | null): void {
    const asked = this.asked.get(city);
    if (asked === undefined || properties === null) return;
    asked.enough = properties < this.mostProperties ? properties / this.propertiesPerMs : Infinity;
  }

  private nextBatch(): Wanted[] {
    const batch: Wanted[] = [];
    let properties = 0;
    for (const [city, most] of this.wanted) {
      if (this.reader.blocks.has(city)) {
        this.wanted.delete(city); // asked for once more while it was read
        continue;
      }
      properties += most;
      if (batch.length > 0 && properties > AT_ONCE) break;
      this.wanted.delete(city);
      batch.push({ city, most });
    }
    return batch;
  }

  private keepUp(): void {
    if (performance.now() - this.askedAt < REST_AFTER_MS) return void this.catchUp();
    clearInterval(this.timer);
    this.timer = undefined;
    this.reader.forgetAll();
  }
}

/** The city, or other division, that all listings found lie in; null where the criteria do not name one alone. */
function cityOf({ conditions }: Criteria): number | null {
  const divisions = conditions.filter((condition) => condition.kind === 'division');
  const [only] = divisions;
  const isOne = divisions.length === 1 && only!.included?.length === 1 && only!.excluded === null;
  return isOne ? only!.included![0]! : null;
}
