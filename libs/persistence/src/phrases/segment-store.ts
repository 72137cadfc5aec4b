import type { Database } from '../database/database.js';
import { SLICES } from './phrase-signature.js';
import { digitsOf, ROW_LISTINGS, SEGMENT_LISTINGS, slicesOf } from './slices.js';
import {
  COUNT_LIVING,
  DELETE_HELD,
  DELETE_SEGMENTS,
  DELETE_UNFINISHED,
  FINISH_SEGMENT,
  INSERT_LISTINGS,
  INSERT_SEGMENT,
  INSERT_SIGNATURES,
  INSERT_SLICES,
  NOTE_COUNTED,
  SELECT_IS_ENOUGH,
  SELECT_SEGMENT_TEXTS,
  SELECT_UNCOUNTED,
  SELECT_UNFINISHED,
  SELECT_WAITING,
} from './statements/phrases.js';
import { type SignedText, writeSignatures } from './write-signatures.js';

/** Slices of a statement, a megabyte, and signatures: what takes some milliseconds of a transaction. */
const SLICES_TOGETHER = 128;
const SIGNATURES_TOGETHER = 1_000;

interface Waiting {
  readonly listingId: string;
  readonly signature: Buffer;
}

/**
 * Makes segments of the signatures that wait, and renews segments most of whose listings are gone. One worker at a
 * time, under `LOCKS.phrases`. Killed anywhere, nothing is lost: a segment counts when it is whole, and signatures wait
 * until one holds them. Nor is it where two do so, one of which has lost the lock: listings may be in two segments.
 */
export class SegmentStore {
  constructor(private readonly database: Database) {}

  /** Makes a segment where enough signatures wait; false where they do not. */
  async fill(listings = SEGMENT_LISTINGS): Promise<boolean> {
    const [waits] = await this.database.query<{ isEnough: boolean }>(SELECT_IS_ENOUGH, [listings]);
    if (!waits!.isEnough) return false;
    await this.removeUnfinished();
    const waiting = await this.database.query<Waiting>(SELECT_WAITING, [listings]);
    if (waiting.length === 0 || !(await this.write(waiting))) return false;
    for (let from = 0; from < waiting.length; from += SIGNATURES_TOGETHER) {
      const held = waiting.slice(from, from + SIGNATURES_TOGETHER);
      await this.database.query(DELETE_HELD, [
        held.map(({ listingId }) => listingId),
        held.map(({ signature }) => signature),
      ]);
    }
    return true;
  }

  /** Counts the listings of a segment that was not counted for a day; one that has lost half of them goes. */
  async renew(): Promise<boolean> {
    const [segment] = await this.database.query<{ id: number; listings: number }>(SELECT_UNCOUNTED);
    if (segment === undefined) return false;
    const [counted] = await this.database.query<{ living: number }>(COUNT_LIVING, [segment.id]);
    if (counted!.living > segment.listings / 2) await this.database.query(NOTE_COUNTED, [segment.id]);
    else await this.dissolve(segment);
    return true;
  }

  /** False where somebody else makes segments by now: the connection that held the lock was lost. */
  private async write(waiting: readonly Waiting[]): Promise<boolean> {
    const slices = await slicesOf(waiting.map(({ signature }) => signature));
    const [segment] = await this.database.query<{ id: number }>(INSERT_SEGMENT, [waiting.length]);
    const { id } = segment!;
    for (let from = 0; from < SLICES; from += SLICES_TOGETHER)
      await this.database.query(INSERT_SLICES, [id, from, digitsOf(slices, from, from + SLICES_TOGETHER)]);
    for (let place = 0; place * ROW_LISTINGS < waiting.length; place += 1) {
      const row = waiting.slice(place * ROW_LISTINGS, (place + 1) * ROW_LISTINGS);
      await this.database.query(INSERT_LISTINGS, [id, place, row.map(({ listingId }) => listingId)]);
    }
    const isWhole = (await this.database.query(FINISH_SEGMENT, [id])).length > 0;
    if (!isWhole) await this.database.query(DELETE_SEGMENTS, [[id]]);
    return isWhole;
  }

  /** What lives of it waits for a new segment before it goes. */
  private async dissolve({ id, listings }: { readonly id: number; readonly listings: number }): Promise<void> {
    for (let place = 0; place * ROW_LISTINGS < listings; place += 1) {
      const texts = await this.database.query<SignedText>(SELECT_SEGMENT_TEXTS, [id, place]);
      await writeSignatures(this.database, texts, INSERT_SIGNATURES);
    }
    await this.database.query(DELETE_SEGMENTS, [[id]]);
  }

  private async removeUnfinished(): Promise<void> {
    const unfinished = await this.database.query<{ id: number }>(SELECT_UNFINISHED);
    if (unfinished.length > 0) await this.database.query(DELETE_UNFINISHED, [unfinished.map(({ id }) => id)]);
  }
}
