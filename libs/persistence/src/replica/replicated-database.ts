import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { isTransient, wasCutOff } from '../database/is-transient.js';
import type { PoolFigures, StatementPool } from '../database/statement-pool.js';
import type { ReplicaWatch } from './replica-watch.js';
import { StaleReads } from './stale-reads.js';

/** Why work that may read a standby did not: it is too far behind or away, or failed in the middle. */
export type ReadElsewhere = 'behind' | 'failed';

export interface Replica {
  readonly pool: StatementPool;
  readonly watch: ReplicaWatch;
  /** Called once for each piece of work that may read the standby, and where it fails there. */
  readonly onRead: (from: 'replica' | 'primary', because?: ReadElsewhere) => void;
}

/** SQLSTATE: the statement was in the way of what the standby replays. */
const CONFLICT = '40001';

/**
 * A database whose single statements may read a standby, in work for which `StaleReads` allows it. Where the standby is
 * too far behind, away or fails, the primary answers. Transactions, locks and all other work never see the standby.
 */
export class ReplicatedDatabase extends Database {
  constructor(
    source: DataSource,
    openSessions: () => pg.Pool,
    private readonly replica: Replica,
  ) {
    super(source, openSessions);
  }

  override query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.read(
      (pool) => pool.query<Row>(text, parameters),
      () => super.query<Row>(text, parameters),
    );
  }

  override queryWithin<Row extends object>(
    milliseconds: number,
    text: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[] | null> {
    return this.read(
      (pool) => pool.queryWithin<Row>(milliseconds, text, parameters),
      () => super.queryWithin<Row>(milliseconds, text, parameters),
    );
  }

  override seenUntil(): number | undefined {
    const place = this.choose(StaleReads.current());
    return place === 'primary' ? undefined : place.seenUntil;
  }

  override hasRoom(): boolean {
    return super.hasRoom() && this.replica.pool.hasRoom();
  }

  override poolFigures(): PoolFigures[] {
    return [...super.poolFigures(), ...this.replica.pool.poolFigures()];
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.replica.pool.close()]);
  }

  private async read<T>(there: (pool: StatementPool) => Promise<T>, here: () => Promise<T>): Promise<T> {
    const reads = StaleReads.current();
    if (this.choose(reads) === 'primary') return here();
    try {
      return await there(this.replica.pool);
    } catch (error) {
      if (!isTransient(error) || wasCutOff(error)) throw error; // it would take as long on the primary
      if ((error as { code?: unknown }).code !== CONFLICT) this.replica.watch.away();
      reads!.place = 'primary';
      this.replica.onRead('primary', 'failed');
      return here();
    }
  }

  private choose(reads: StaleReads | undefined) {
    if (reads === undefined) return 'primary';
    if (reads.place !== undefined) return reads.place;
    const state = this.replica.watch.stateFor(reads);
    reads.place = state === undefined ? 'primary' : { seenUntil: state.clock };
    this.replica.onRead(state === undefined ? 'primary' : 'replica', state === undefined ? 'behind' : undefined);
    return reads.place;
  }
}
