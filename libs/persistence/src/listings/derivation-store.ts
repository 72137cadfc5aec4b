import { tracePast, type Listing, type ListingPast } from '@gable/domain/listing';
import type { Database, Queryable } from '../database/database.js';
import { FIRST_ID } from '../database/new-id.js';
import { groupBy } from '@gable/domain';
import { DERIVATION_VERSION } from './derivation-version.js';
import { DERIVED, FORMER_LISTING, LISTING_STATE } from './copied-tables.js';
import { foldedTextOfRow } from './listing-columns.js';
import { writeSignatures } from '../phrases/write-signatures.js';
import type { StateRow } from './rows.js';
import {
  COUNT_UNDERIVED,
  INSERT_FORMER,
  INSERT_STATES,
  MARK_DERIVED,
  SELECT_ALL_STATES,
  SELECT_IS_DERIVED,
  SELECT_UNDERIVED,
  UPDATE_DERIVED,
} from './statements/derivation.js';

/** What one step of the derivation did. */
export interface DerivedPortion {
  /** The last id it looked at: the next portion begins behind it. */
  readonly last: string;
  readonly count: number;
  /** For how long its transaction had an id. */
  readonly writingMs: number;
}

/**
 * Brings listings up to date that an earlier release stored: their columns, their signed texts, and what conditions ask
 * of each of their states, former ones included. Every row says by itself whether it is done, so a run that was killed
 * anywhere goes on where it was.
 */
export class DerivationStore {
  constructor(private readonly database: Database) {}

  /** Whether every listing has the columns of this release, or of the version named. */
  async isDone(version = DERIVATION_VERSION): Promise<boolean> {
    const [row] = await this.database.query<{ isDerived: boolean }>(SELECT_IS_DERIVED, [version]);
    return row!.isDerived;
  }

  /** How many listings are left. */
  async left(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_UNDERIVED);
    return row!.count;
  }

  /**
   * Writes up to `limit` listings behind an id; null where none is behind it. All is read and made before the
   * transaction writes: until it ends, alerts are not matched with what others commit meanwhile.
   */
  async derive(after: string | null, limit: number): Promise<DerivedPortion | null> {
    const heads = await this.database.query<Head>(SELECT_UNDERIVED, [after ?? FIRST_ID, limit]);
    if (heads.length === 0) return null;
    const ids = heads.map(({ id }) => id);
    const states = await readAllStates(this.database, heads);
    const newest = new Map(states.map((row) => [row.listingId, row])); // the last of each is its newest
    const rows = DERIVED.json(
      heads.flatMap(({ id }) => newest.get(id) ?? []),
      new Date(),
    );
    const started = performance.now();
    await this.database.transaction(async (transaction) => {
      await transaction.query(MARK_DERIVED, [ids]);
      const done = await transaction.query<{ id: string }>(UPDATE_DERIVED, [ids, rows]);
      const written = new Set(done.map(({ id }) => id));
      const stored = states.filter(({ listingId }) => written.has(listingId));
      const current = stored.filter((row) => row === newest.get(row.listingId));
      await writeSignatures(
        transaction,
        current.map((row) => ({ listingId: row.listingId, foldedText: foldedTextOfRow(row) })),
      );
      await insertStates(transaction, stored);
      await insertFormer(
        transaction,
        stored.filter((row) => row !== newest.get(row.listingId)),
      );
    });
    return { last: ids.at(-1)!, count: ids.length, writingMs: performance.now() - started };
  }
}

interface Head {
  id: string;
  sourceId: string;
}

interface StoredRevision {
  listingId: string;
  revisionId: number;
  online: boolean;
  observedAt: Date;
  state: Listing;
  /** What states before it told that are not kept. */
  begun: ListingPast | null;
}

/** These rows depend on no clock. */
const NEVER_ASKED = new Date(0);

/** What conditions ask of every state of these listings, made from the states; the oldest of each listing first. */
export async function readAllStates(
  database: Queryable,
  listings: readonly { readonly id: string; readonly sourceId: string }[],
): Promise<StateRow[]> {
  const revisions = await database.query<StoredRevision>(SELECT_ALL_STATES, [listings.map(({ id }) => id)]);
  const byListing = groupBy(revisions, ({ listingId }) => listingId);
  return listings.flatMap(({ id, sourceId }) => {
    const own = byListing.get(id) ?? [];
    const pasts = tracePast(
      own.map(({ observedAt, online, state }) => ({ observedAt: observedAt.getTime(), online, listing: state })),
      own[0]?.begun,
    );
    return own.map(({ revisionId, state }, place) => ({
      listingId: id,
      revisionId,
      sourceId,
      past: pasts[place]!,
      state,
    }));
  });
}

/** Writes what conditions ask of states, where that is not there yet. */
export async function insertStates(database: Queryable, states: readonly StateRow[]): Promise<void> {
  if (states.length > 0) await database.query(INSERT_STATES, [LISTING_STATE.json(states, NEVER_ASKED)]);
}

/** Writes states that others have replaced, where they are not there yet. */
export async function insertFormer(database: Queryable, states: readonly StateRow[]): Promise<void> {
  if (states.length > 0) await database.query(INSERT_FORMER, [FORMER_LISTING.json(states, NEVER_ASKED)]);
}
