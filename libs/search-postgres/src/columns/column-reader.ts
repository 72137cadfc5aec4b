import type { Queryable } from '@gable/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { SELECT_PACKED, SELECT_PORTION, SELECT_WRITTEN } from './column-statements.js';
import { PropertyColumns } from './property-columns.js';
import { ID_BYTES, namesOf } from './property-ids.js';
import { SELECT_POSITION, type Position, type Written } from './write-log.js';

/** Properties of one statement while all are read: some 50 ms of the database, 5 ms of the event loop. */
const PORTION = 4_000;
/** As many are read again while a question waits. */
const AT_ONCE = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const EMPTY = Buffer.alloc(0);

/** The columns would take more memory than they may. */
export class ColumnsTooLarge extends Error {
  override readonly name = 'ColumnsTooLarge';
}

/** Columns that are kept what the store is: they are read once, and then what was written since. */
export class ColumnReader {
  private rest: Written | null = null;

  private constructor(
    private readonly database: Queryable,
    private position: Position,
    private readonly mostBytes: number,
    readonly columns = new PropertyColumns(),
  ) {}

  /**
   * Reads all properties, and then what was written meanwhile.
   * @throws ColumnsTooLarge
   */
  static async load(database: Queryable, mostBytes: number, signal: AbortSignal): Promise<ColumnReader> {
    for (;;) {
      const [position] = await database.query<Position>(SELECT_POSITION);
      const reader = new ColumnReader(database, position!, mostBytes);
      await reader.readAll(signal);
      let state = await reader.catchUp();
      while (state === 'BEHIND') {
        await reader.readRest(signal);
        state = await reader.catchUp();
      }
      if (state === 'READY') return reader;
    }
  }

  /**
   * Reads what was written since. READY: the columns are the store as it was at one moment after this was called.
   * BEHIND: that was too much to wait for, `readRest` reads it. LOST: the log does not tell, all has to be read anew.
   * @throws ColumnsTooLarge
   */
  async catchUp(): Promise<'READY' | 'BEHIND' | 'LOST'> {
    const { snapshot, server } = this.position;
    const [now] = await this.database.query<Written>(SELECT_WRITTEN, [snapshot, server, AT_ONCE]);
    if (!now!.isWhole) return 'LOST';
    if (!now!.isRead) {
      this.rest = now!;
      return 'BEHIND';
    }
    this.columns.replace(now!.ids ?? EMPTY, now!.rows ?? EMPTY);
    this.position = now!;
    this.refuseTooLarge();
    return 'READY';
  }

  /**
   * Reads what `catchUp` left, each property as it is when its portion is read: those that are written meanwhile are
   * read again by the next `catchUp`, which makes all of them what they are at one moment.
   * @throws ColumnsTooLarge
   */
  async readRest(signal: AbortSignal): Promise<void> {
    const { rest } = this;
    if (rest === null) return;
    const ids = rest.ids!;
    for (let at = 0; at < ids.length; at += PORTION * ID_BYTES) {
      const portion = ids.subarray(at, at + PORTION * ID_BYTES);
      const [row] = await this.database.query<{ packed: Buffer | null }>(SELECT_PACKED, [namesOf(portion)]);
      signal.throwIfAborted();
      this.columns.replace(portion, row!.packed ?? EMPTY);
      this.refuseTooLarge();
    }
    [this.position, this.rest] = [rest, null];
  }

  private async readAll(signal: AbortSignal): Promise<void> {
    for (let [key, id] = ['-1', FIRST_ID]; ;) {
      const [end] = await this.database.query<{ key: string; id: string; rows: Buffer | null }>(SELECT_PORTION, [
        ...[key, id, PORTION],
      ]);
      signal.throwIfAborted();
      if (end === undefined) return;
      this.columns.put(end.rows ?? EMPTY);
      this.refuseTooLarge();
      [key, id] = [end.key, end.id];
      await sleep(0); // requests come first
    }
  }

  private refuseTooLarge(): void {
    if (this.columns.bytes > this.mostBytes)
      throw new ColumnsTooLarge(`${this.columns.properties} properties take ${this.columns.bytes} bytes.`);
  }
}
