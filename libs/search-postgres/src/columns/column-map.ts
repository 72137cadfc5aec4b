import type { Criteria } from '@gable/domain/criteria';
import type { Queryable } from '@gable/persistence';
import type { MapQuery, MapResult, PropertyMap, Total } from '@gable/search';
import { ColumnReader, ColumnsTooLarge } from './column-reader.js';
import { CountingRoom, countCells } from './count-cells.js';
import { compileNarrowing, type Narrowing } from './narrow.js';

/** What was written is read at least so often, so that a question finds little left to read. */
const CATCH_UP_EVERY_MS = 500;
/** How long nobody tries again to load what was too large or could not be read. */
const TRY_AGAIN_MS = 60_000;

/** How much the columns of maps may take, and who hears of them. */
export interface ColumnMapOptions {
  /** What the columns may take, in bytes. */
  readonly mostBytes: number;
  /** They are held from now on, as many properties as that. */
  readonly onLoaded?: (properties: number, milliseconds: number) => void;
  /** They are not held any more, or could not be: the other engine answers. */
  readonly onFailed?: (reason: unknown) => void;
  /** Whether the columns answered. */
  readonly onAnswer?: (fromColumns: boolean) => void;
}

interface Waiting {
  readonly query: MapQuery;
  readonly found: Narrowing;
  readonly resolve: (result: MapResult | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maps from columns in the memory of this process; what they do not hold, another engine answers, and all of it while
 * they are loaded, from the first question on. Before it answers it reads what was written since: no answer is older
 * than its question.
 */
export class ColumnMap implements PropertyMap {
  private reader: ColumnReader | null = null;
  private isLoading = false;
  private triedAt = -Infinity;
  private waiting: Waiting[] = [];
  private isAnswering = false;
  private isBehind = false;
  private readonly room = new CountingRoom();
  private readonly closed = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly other: PropertyMap,
    private readonly database: Queryable,
    private readonly options: ColumnMapOptions,
  ) {}

  async cells(query: MapQuery): Promise<MapResult> {
    const result = await this.fromColumns(query);
    this.options.onAnswer?.(result !== null);
    return result ?? this.other.cells(query);
  }

  countWithoutPlace(criteria: Criteria): Promise<Total> {
    return this.other.countWithoutPlace(criteria);
  }

  get properties(): number {
    return this.reader?.columns.properties ?? 0;
  }

  get bytes(): number {
    return (this.reader?.columns.bytes ?? 0) + this.room.bytes;
  }

  /** Loads the columns now rather than with the first question; resolves when that has succeeded or failed. */
  async load(): Promise<void> {
    if (this.isLoading || this.reader !== null || performance.now() - this.triedAt < TRY_AGAIN_MS) return;
    this.isLoading = true;
    this.triedAt = performance.now();
    try {
      const { signal } = this.closed;
      this.reader = await ColumnReader.load(this.database, this.options.mostBytes, signal);
      this.timer ??= setInterval(() => void this.answerAll(), CATCH_UP_EVERY_MS).unref();
      this.options.onLoaded?.(this.properties, performance.now() - this.triedAt);
      this.triedAt = -Infinity;
    } catch (error) {
      if (!this.closed.signal.aborted) this.options.onFailed?.(error);
    } finally {
      this.isLoading = false;
    }
  }

  /** Ends what runs beside questions. */
  close(): void {
    this.closed.abort();
    clearInterval(this.timer);
    this.reader = null;
  }

  private fromColumns(query: MapQuery): Promise<MapResult | null> {
    const found = compileNarrowing(query.criteria);
    if (found === null) return Promise.resolve(null);
    if (this.reader === null) {
      void this.load();
      return Promise.resolve(null);
    }
    if (this.isBehind) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.waiting.push({ query, found, resolve, reject });
      void this.answerAll();
    });
  }

  /** One at a time; those that wait share one reading of what was written, which begins after the last of them came. */
  private async answerAll(): Promise<void> {
    if (this.isAnswering) return;
    this.isAnswering = true;
    try {
      do {
        const batch = this.waiting.splice(0);
        const reader = await this.fresh();
        for (const one of batch) await this.answer(reader, one);
        await this.readRest();
      } while (this.waiting.length > 0);
    } finally {
      this.isAnswering = false;
    }
  }

  /** The columns as the store is now; null where they are not to be had, and another engine has to answer. */
  private async fresh(): Promise<ColumnReader | null> {
    const { reader } = this;
    if (reader === null) return null;
    try {
      const state = await reader.catchUp();
      if (state === 'READY') return reader;
      if (state === 'BEHIND') this.isBehind = true;
      else this.loadAgain(); // the log does not reach back to what they hold
    } catch (error) {
      this.fail(error);
    }
    return null;
  }

  /** Nobody waits for it: the other engine answers meanwhile. */
  private async readRest(): Promise<void> {
    if (!this.isBehind) return;
    try {
      await this.reader?.readRest(this.closed.signal);
    } catch (error) {
      this.fail(error);
    }
    this.isBehind = false;
  }

  private loadAgain(): void {
    this.reader = null;
    void this.load();
  }

  /** A failure of the database leaves the columns what they were: the next question reads on from there. */
  private fail(error: unknown): void {
    if (!(error instanceof ColumnsTooLarge)) return;
    this.reader = null;
    this.triedAt = performance.now();
    this.options.onFailed?.(error);
  }

  private async answer(reader: ColumnReader | null, { query, found, resolve, reject }: Waiting): Promise<void> {
    if (reader === null) return resolve(null);
    try {
      resolve({ cells: await countCells(reader.columns, found, query, this.room), backend: 'postgres' });
    } catch (error) {
      reject(error);
    }
  }
}
