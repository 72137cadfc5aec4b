import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { rowsFrom } from './prepared.js';
import type { Queryable } from './queryable.js';
import { figuresOf, StatementPool, takeClient, withClient, type PoolFigures } from './statement-pool.js';
import { tracedStatement } from './traced-statement.js';

export type { Queryable } from './queryable.js';

/** A transaction handed along as an opaque value: stores take it, only this library looks inside. */
export class Transaction implements Queryable {
  constructor(readonly client: pg.PoolClient) {}

  async query<Row extends object>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return tracedStatement(text, () => rowsFrom<Row>(this.client, text, parameters));
  }
}

/** One connection of a pool, held for as long as its session is needed. */
export interface Session extends Queryable {
  close(): void;
}

/** A connection that somebody took; given back twice it is given back once. */
export interface TakenSession {
  readonly client: pg.PoolClient;
  readonly giveBack: () => void;
}

/** The connection that held a lock broke while work was done under it: another process may do the same by now. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
  readonly code = 'LOCK_LOST';

  constructor(cause: Error) {
    super(`The connection that held a lock was lost, and another process may have it by now: ${cause.message}`, {
      cause,
    });
  }
}

/**
 * A pool of connections to PostgreSQL with the entities of this library on it, and connections of their own for what
 * belongs to a session.
 */
export class Database extends StatementPool {
  private openedSessions: pg.Pool | undefined;
  private readonly taken = new Set<() => void>();

  /** `openSessions` makes the pool of the sessions once there is one. */
  constructor(
    private readonly source: DataSource,
    private readonly openSessions: () => pg.Pool,
  ) {
    super(poolOf(source));
  }

  /**
   * What the statements of the work under way are certain to have seen, by the database's clock in epoch milliseconds;
   * undefined where that is everything until now.
   */
  seenUntil(): number | undefined {
    return undefined;
  }

  /**
   * Commits what `work` did, or nothing of it when it throws. `settings` are statements without parameters that it
   * begins with, in the same trip.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, settings?: string): Promise<T> {
    return withClient(this.pool, async (client) => {
      try {
        await client.query(settings === undefined ? 'begin' : `begin; ${settings}`);
        const result = await work(new Transaction(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {}); // then the connection is lost, and the server rolls back
        throw error;
      }
    });
  }

  /**
   * Runs `work` while this process alone, of all on this database, holds the numbered lock; answers undefined at once
   * when another holds it. The lock belongs to a connection of its own: a killed process loses it with the connection.
   * The signal of `work` aborts where the connection breaks, as another process may have the lock then, and with
   * `interrupt`. Work that throws after its connection broke throws LockLost.
   */
  async withLock<T>(
    lock: number,
    work: (ended: AbortSignal) => Promise<T>,
    interrupt?: AbortSignal,
  ): Promise<T | undefined> {
    return withClient(this.sessions, async (client) => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock]);
      if (!rows[0]!.held) return undefined;
      const lost = new AbortController();
      const onError = (error: Error): void => lost.abort(new LockLost(error));
      client.on('error', onError);
      try {
        return await work(interrupt === undefined ? lost.signal : AbortSignal.any([lost.signal, interrupt]));
      } catch (error) {
        throw lost.signal.aborted ? lost.signal.reason : error;
      } finally {
        client.off('error', onError);
        // With the connection the lock is gone, and what was done meanwhile has not failed for it.
        if (!lost.signal.aborted) await client.query('select pg_advisory_unlock($1)', [lock]);
      }
    });
  }

  /**
   * A connection of its own until it is closed, for what belongs to a session. Once closed it is not used again:
   * whatever the session had goes with it.
   */
  async openSession(): Promise<Session> {
    const { client, giveBack } = await takeClient(this.sessions);
    return {
      query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) =>
        (await client.query<Row>(text, parameters as unknown[])).rows,
      close: () => giveBack(new Error('the session has ended')),
    };
  }

  /** A connection of its own until it is given back, or until all of this is closed. It is not used again. */
  async takeSession(): Promise<TakenSession> {
    const client = await this.sessions.connect();
    const giveBack = (): void => {
      if (this.taken.delete(giveBack)) client.release(true);
    };
    this.taken.add(giveBack);
    return { client, giveBack };
  }

  /** TypeORM's own door, for the tables that are not hot. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  override poolFigures(): PoolFigures[] {
    const statements = super.poolFigures();
    return this.openedSessions === undefined
      ? statements
      : [...statements, figuresOf(this.openedSessions, ' sessions')];
  }

  /** The database's clock: the one clock that every process shares. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
    return row!.now;
  }

  override async close(): Promise<void> {
    for (const giveBack of this.taken) giveBack(); // a pool ends when the last of its connections is back
    await Promise.all([this.source.isInitialized && this.source.destroy(), this.openedSessions?.end()]);
    this.openedSessions = undefined;
  }

  private get sessions(): pg.Pool {
    return (this.openedSessions ??= this.openSessions());
  }
}

function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}
